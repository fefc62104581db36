import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { describeVariables, listAdvice, loadConfig } from "./config.ts";
import { StartError } from "./platform/start-error.ts";

function refusalOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error("The configuration was accepted");
}

describe("defaults", () => {
  test("an empty environment starts on loopback with codes on the page", () => {
    expect(loadConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      publicUrl: "http://localhost:4000",
      dataDir: resolve("./data"),
      otpDelivery: "dev",
      otpTtlS: 600,
      otpFailsInARow: 50,
      sessionMaxDays: 30,
      trustProxy: false,
      corsOrigins: [],
    });
  });

  test("an empty or blank variable counts as not set", () => {
    expect(loadConfig({ PORT: "", HOST: "  ", DATABASE_URL: "" })).toEqual(loadConfig({}));
  });

  test("every variable has a description and an example that it accepts", () => {
    for (const { name, about, example } of describeVariables()) {
      expect(about).not.toBe("");
      expect(() =>
        loadConfig({
          ALLOW_DEV_OTP: "i-understand",
          OTP_DELIVERY: "dev",
          [name]: example,
          ...companions[name],
        }),
      ).not.toThrow();
    }
  });
});

/** The examples of these need others. */
const companions: Readonly<Record<string, Record<string, string>>> = {
  OTP_DELIVERY: { SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.org" },
  FILE_SCAN: { FILE_SCAN_CLAMD: "127.0.0.1:3310" },
  FILES_S3_URL: { FILES_S3_KEY_ID: "key", FILES_S3_SECRET: "secret" },
};

describe("values", () => {
  test("the public address loses its slash and defaults to something a browser can open", () => {
    const allowed = { ALLOW_DEV_OTP: "i-understand" };
    expect(loadConfig({ ...allowed, PUBLIC_URL: "https://chat.example.org/" }).publicUrl).toBe(
      "https://chat.example.org",
    );
    // Passkeys need a name.
    for (const HOST of ["127.0.0.1", "::1", "0.0.0.0"])
      expect(loadConfig({ ...allowed, HOST }).publicUrl).toBe("http://localhost:4000");
    expect(loadConfig({ HOST: "127.8.0.1" }).publicUrl).toBe("http://127.8.0.1:4000");
    expect(loadConfig({ ...allowed, HOST: "fd00::1" }).publicUrl).toBe("http://[fd00::1]:4000");
  });

  test("lists are split at commas", () => {
    const config = loadConfig({
      ALLOW_DEV_OTP: "i-understand",
      CORS_ORIGINS: "https://a.example.org, https://b.example.org/",
      TRUST_PROXY: "loopback, 10.0.0.0/8,2001:db8::/32",
    });
    expect(config.corsOrigins).toEqual(["https://a.example.org", "https://b.example.org"]);
    expect(config.trustProxy).toEqual(["loopback", "10.0.0.0/8", "2001:db8::/32"]);
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "4000.5"],
    ["PORT", "-1"],
    ["HOST", "not a host"],
    ["PUBLIC_URL", "https://chat.example.org/colbin"],
    ["PUBLIC_URL", "chat.example.org"],
    ["DATABASE_URL", "mysql://localhost/colbin"],
    ["NATS_URL", "http://localhost"],
    ["SMTP_URL", "mail.example.org"],
    ["MAIL_FROM", "Colbin"],
    ["CORS_ORIGINS", "*"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["METRICS_TOKEN", "short"],
    ["SIGNUP_MODE", "closed"],
    ["INSTANCE_OWNER", "alice"],
    ["DEFAULT_PHONE_REGION", "UK"],
    ["OTP_LENGTH", "3"],
    ["OTP_LENGTH", "9"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["ALLOW_DEV_OTP", "yes"],
    ["MESSAGE_MAX_CHARS", "16000"],
  ])("%s=%s is refused in a sentence with an example", (name, value) => {
    const message = refusalOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^ {2}${name}\\b.* must .*Example: ${name}=`, "m"));
  });
});

describe("wrong codes in a day", () => {
  const smtp = { OTP_DELIVERY: "smtp", SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.org" };

  test.each([
    [{}, 100],
    [{ OTP_LENGTH: "6" }, 2739],
    [smtp, 27],
    [{ ...smtp, OTP_LENGTH: "6" }, 2739],
    [{ ...smtp, OTP_FAILS_INSTANCE_DAY: "5" }, 5],
  ])("with %j the server takes %i: less than one lucky guess a year", (environment, most) => {
    expect(loadConfig(environment).otpFailsInstanceDay).toBe(most);
  });

  test.each([
    [
      { ...smtp, PUBLIC_URL: "https://chat.example.org" },
      [expect.stringContaining("OTP_LENGTH=6")],
    ],
    [{ ...smtp, PUBLIC_URL: "https://chat.example.org", OTP_LENGTH: "6" }, []],
    [{ ...smtp, PUBLIC_URL: "http://localhost:4000" }, []],
    [{}, []],
  ])("longer codes are recommended where strangers can guess: %j", (environment, advice) => {
    expect(listAdvice(loadConfig(environment))).toEqual(advice);
  });
});

describe("complaints", () => {
  test("all wrong variables are named at once", () => {
    const message = refusalOf({ PORT: "x", LOG_LEVEL: "x", OTP_DELIVERY: "smtp" });
    expect(
      message
        .split("\n")
        .slice(1)
        .map((line) => line.trim().split(/[ =]/)[0]),
    ).toEqual(["PORT", "LOG_LEVEL", "SMTP_URL", "MAIL_FROM"]);
  });

  test("a value that may be a secret is not repeated", () => {
    const message = refusalOf({ DATABASE_URL: "mysql://colbin:hunter2@db/colbin" });
    expect(message).not.toContain("hunter2");
  });

  test("a webhook needs its address", () => {
    expect(refusalOf({ OTP_DELIVERY: "webhook" })).toContain("OTP_WEBHOOK_URL is missing");
  });

  test("a scan needs a clamd, and says where it may listen", () => {
    expect(refusalOf({ FILE_SCAN: "required" })).toContain("FILE_SCAN_CLAMD is missing");
    for (const address of ["clamd", "clamd:", "clamd:0", "clamd:70000", "::1:3310", "http://a:1"])
      expect(refusalOf({ FILE_SCAN_CLAMD: address })).toContain("must be host:port or the path");
    for (const address of ["clamd.example.org:3310", "[::1]:3310", "/run/clamav/clamd.ctl"])
      expect(loadConfig({ FILE_SCAN_CLAMD: address }).fileScanClamd).toBe(address);
  });
});

describe("codes on the page", () => {
  test.each([
    { HOST: "127.0.0.1" },
    { HOST: "127.8.0.1" },
    { HOST: "::1" },
    { HOST: "localhost" },
    { PUBLIC_URL: "http://localhost:8080" },
    { PUBLIC_URL: "http://[::1]:8080", TRUST_PROXY: "off" },
    { CORS_ORIGINS: "http://localhost:5173,http://127.0.0.1:5173" },
  ])("start with %j", (environment) => {
    expect(loadConfig(environment).otpDelivery).toBe("dev");
  });

  test.each([
    [{ HOST: "0.0.0.0" }, "HOST=0.0.0.0 can be reached"],
    [{ HOST: "192.168.1.10" }, "HOST=192.168.1.10 can be reached"],
    [{ HOST: "chat.example.org" }, "HOST=chat.example.org can be reached"],
    [{ HOST: "127.0.0.1.example.org" }, "HOST=127.0.0.1.example.org can be reached"],
    [{ NODE_ENV: "production" }, "NODE_ENV is production"],
    [{ PUBLIC_URL: "https://chat.example.org" }, "PUBLIC_URL=https://chat.example.org is"],
    [{ PUBLIC_URL: "http://192.168.1.10:4000" }, "PUBLIC_URL=http://192.168.1.10:4000 is"],
    [
      { CORS_ORIGINS: "http://localhost:5173,https://chat.example.org" },
      "CORS_ORIGINS=https://chat.example.org is",
    ],
    [{ TRUST_PROXY: "loopback" }, "TRUST_PROXY names a proxy"],
  ])("are refused with %j, unless the operator asks for it in words", (environment, reason) => {
    expect(refusalOf(environment)).toContain(`OTP_DELIVERY=dev shows every one-time code`);
    expect(refusalOf(environment)).toContain(reason);
    const allowed = { ...environment, ALLOW_DEV_OTP: "i-understand" };
    expect(loadConfig(allowed).otpDelivery).toBe("dev");
  });
});

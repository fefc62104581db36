import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";

/*
 * The files of deploy/ are run by programs that are not here, so what can be known without them is asked: that they can be
 * read, and that they agree with each other and with the configuration.
 */

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

interface Service {
  readonly command?: unknown;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test: unknown };
}

function readCompose(): Readonly<Record<string, Service>> {
  const compose = parseDocument(read("deploy/compose.yaml"), { strict: true });
  expect([...compose.errors, ...compose.warnings]).toEqual([]);
  return (compose.toJS() as { services: Record<string, Service> }).services;
}

/** The table is made from the configuration itself. */
function listVariables(): Set<string> {
  const rows = read("docs/operations/configuration.md").matchAll(/^\| `([A-Z_]+)` /gm);
  return new Set(Array.from(rows, ([, name = ""]) => name));
}

function nodesOf(services: Readonly<Record<string, Service>>): [string, Service][] {
  return Object.entries(services).filter(([name]) => name.startsWith("colbin-"));
}

test("compose gets texts where it expects texts", () => {
  const services = Object.values(readCompose());
  expect(services.length).toBeGreaterThan(3);
  for (const { command, environment, healthcheck } of services) {
    for (const words of [command, healthcheck?.test]) {
      if (words === undefined) continue;
      expect(words).toSatisfy(
        (list) => Array.isArray(list) && list.every((word) => typeof word === "string"),
      );
    }
    for (const value of Object.values(environment ?? {})) expect(value).toBeTypeOf("string");
  }
});

test("codes have the length that is recommended on the internet, if not told otherwise", () => {
  for (const [, { environment }] of nodesOf(readCompose()))
    expect(environment?.["OTP_LENGTH"]).toMatch(/^\$\{OTP_LENGTH:-6\}$/);
});

test("nodes are configured by variables that exist", () => {
  const known = listVariables();
  expect(known.size).toBeGreaterThan(20);
  const nodes = nodesOf(readCompose());
  expect(nodes.map(([name]) => name)).toEqual(["colbin-1", "colbin-2", "colbin-3"]);
  const fromCompose = nodes.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
  const fromUnit = read("deploy/colbin@.service").matchAll(/^Environment=([A-Z_]+)=/gm);
  const fromImage = read("deploy/Dockerfile").matchAll(/([A-Z_]+)=/g);
  const named = [...fromCompose, ...Array.from([...fromUnit, ...fromImage], ([, name]) => name)];
  // NODE_ENV is read by libraries.
  const unknown = named.filter((name) => name !== "NODE_ENV" && !known.has(name ?? ""));
  expect(unknown).toEqual([]);
});

test("calls in the clear are refused, and pages led to https, with suites that Mozilla recommends", () => {
  expect(read("deploy/nginx.conf")).toMatch(/listen 80;[^}]*location \/v1\/ \{\s*return 403;/);
  expect(read("deploy/Caddyfile")).toMatch(/^http:[^}]*handle \/v1\/\* \{\s*respond 403\s*\}/m);
  const [, suites = ""] = /ssl_ciphers +(\S+);/.exec(read("deploy/nginx.conf")) ?? [];
  const isModern = /^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/;
  expect(suites.split(":").filter((suite) => !isModern.test(suite))).toEqual([]);
});

test.each(["deploy/nginx.conf", "deploy/Caddyfile"])("%s passes on to every node", (path) => {
  const passedTo = Array.from(read(path).matchAll(/\b(colbin-\d+):4000\b/g), ([, name]) => name);
  expect(passedTo).toEqual(nodesOf(readCompose()).map(([name]) => name));
  expect(read("deploy/Dockerfile")).toContain("PORT=4000");
});

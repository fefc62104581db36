import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/* Images of the tests, made by the library or byte by byte. */

const GREY = { r: 90, g: 120, b: 150 };

/** One that is cheap to make. */
export function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: GREY } });
}

/** So many pictures, each of another colour. */
export async function moving(count: number, width: number, height: number) {
  const all = Array.from({ length: count }, (_, each) =>
    sharp({ create: { width, height, channels: 3, background: { ...GREY, r: each * 20 } } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(all), { join: { animated: true } });
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A PNG of one colour in as few bytes as can be: many pixels in a small file. */
export function flatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const parts = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** A PDF of one page in points, drawn by these operators. */
export function pdf(
  width: number,
  height: number,
  operators = "1 0 0 rg 0 0 100 100 re f",
): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R >>`,
    `<< /Length ${operators.length} >>\nstream\n${operators}\nendstream`,
  ].map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${objects.join("")}trailer << /Size 5 /Root 1 0 R >>\n%%EOF`);
}

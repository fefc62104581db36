import sharp from "sharp";

/** A JPEG with as much in it as a photo has. */
export async function photo(width: number, height: number): Promise<Buffer> {
  const grain = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const [w, h] = [Math.round(width / 4), Math.round(height / 4)];
  const small = sharp({
    create: { width: w, height: h, channels: 3, background: "#5a7896", noise: grain },
  });
  return sharp(await small.png().toBuffer())
    .resize(width, height)
    .jpeg({ quality: 90 })
    .toBuffer();
}

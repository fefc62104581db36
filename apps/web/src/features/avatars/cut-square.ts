import type { Area } from "react-easy-crop";

/** Twice the side that the server keeps, which makes its own of it. */
const SIDE = 512;
const QUALITY = 0.9;

/** This part of an image, as a square of its own. Rejects where the browser cannot draw it. */
export async function cutSquare(source: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("A canvas draws in two dimensions");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The canvas gave no image"));
    // Browsers that write no WebP write a PNG.
    canvas.toBlob(take, "image/webp", QUALITY);
  });
}

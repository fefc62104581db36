/** A picture of another site by way of our own server: that site learns nothing about the reader. */
export { imagePath as imageAddress } from "@colbin/protocol";

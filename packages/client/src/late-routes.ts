/* A module of its own, so that a bundler puts what it leads to into a file of its own (http.ts). */
export { routes } from "@colbin/protocol";

declare module "commonmark-spec" {
  export interface Example {
    /** With → for each tab. */
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }
  export const tests: readonly Example[];
}

/**
 * The number of the nodes, marks and attributes that documents are made of. An editor with a lower number would delete what it does not
 * know, so it is not let in by a server with a higher one. Raise it with each node, mark or attribute that is added, and add the line that
 * `version.test.ts` asks for. Servers of the release before may still be there: let one release know a node, and the next one make it.
 */
export const SCHEMA_VERSION = 1;

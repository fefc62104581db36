/** `from` and `to` are matched on paths from the root, `npm:package` and `node:module`; `$1` in `to` is the group of `from`. */
export interface DirectionRule {
  readonly name: string;
  readonly from: RegExp;
  readonly fromNot?: RegExp;
  readonly to: string;
  readonly toNot?: string;
  readonly because: string;
}

const test = /\.test\.tsx?$/;

export const directionRules: readonly DirectionRule[] = [
  {
    name: "protocol-stands-alone",
    from: /^packages\/protocol\//,
    fromNot: test,
    to: "",
    toNot: "^packages/protocol/|^npm:zod(/|$)",
    because: "the contract imports only zod",
  },
  {
    name: "packages-know-no-app",
    from: /^packages\//,
    to: "^(apps|tests|tools)/",
    because: "protocol <- client <- web",
  },
  {
    name: "client-is-headless",
    from: /^packages\/client\//,
    fromNot: test,
    to: "",
    toNot: "^packages/(client|protocol)/",
    because: "the client runs in Node and in the browser, with the protocol and nothing else",
  },
  {
    name: "documents-are-headless",
    from: /^packages\/documents\//,
    fromNot: test,
    to: "",
    toNot: "^packages/(documents|protocol)/|^npm:(@tiptap/[^/]+|yjs)(/|$)",
    because: "what documents are made of is the same for the server and for every editor",
  },
  {
    name: "apps-do-not-mix",
    from: /^apps\/([^/]+)\//,
    to: "^(apps|tests|tools)/",
    toNot: "^apps/$1/",
    because: "apps meet over the wire",
  },
  {
    name: "server-knows-no-client",
    from: /^apps\/server\/src\//,
    fromNot: test,
    to: "^packages/client/",
    because: "only the tests of the server hold the client against it",
  },
  {
    name: "source-knows-no-test",
    from: /^(?:apps|packages)\/[^/]+\/src\//,
    fromNot: test,
    to: "\\.test\\.tsx?$|^apps/server/test/|^npm:(vitest|fast-check|playwright-core)(/|$)",
    because: "tests import the source, never the other way",
  },
  {
    name: "platform-knows-no-feature",
    from: /^apps\/server\/src\/platform\//,
    to: "^apps/server/src/(features/|(app|main)[./])",
    because: "protocol <- platform <- features <- app <- main",
  },
  {
    name: "features-know-no-app",
    from: /^apps\/server\/src\/features\//,
    to: "^apps/server/src/(app|main)[./]",
    because: "protocol <- platform <- features <- app <- main",
  },
  {
    name: "main-is-last",
    from: /^apps\/server\//,
    to: "^apps/server/src/main\\.ts$",
    because: "app <- main",
  },
  {
    name: "features-meet-at-doors",
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    to: "^apps/server/src/features/",
    toNot: "/features/($1/|[^/]+/[^/]+\\.(service|access)\\.ts$)",
    because: "another feature is reached through its .service.ts or .access.ts",
  },
  {
    name: "rules-are-pure",
    from: /\.rules\.ts$/,
    to: "",
    toNot: "^packages/protocol/|\\.rules\\.ts$",
    because: "rules import the protocol and other rules only",
  },
  {
    name: "service-knows-no-transport",
    from: /\.service\.ts$/,
    to: "\\.(routes|socket)\\.ts$|^npm:(fastify|@fastify/[^/]+|ws)(/|$)",
    because: "a service serves every transport",
  },
  {
    name: "queries-do-not-call-up",
    from: /\.queries\.ts$/,
    to: "\\.(service|access|routes|socket|view|jobs)\\.ts$",
    because: "queries are SQL and nothing else",
  },
  {
    name: "design-and-lib-know-no-feature",
    from: /^apps\/web\/src\/(?:design|lib)\//,
    to: "^apps/web/src/(features/|app/|main\\.)",
    because: "primitives are used by features, not the other way",
  },
];

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { sendRefusal } from "./errors.ts";

/* What no route takes: a path that is there under another method says so, everything else is not there. */

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

export interface KnownPaths {
  /** Methods of a path; empty when there is no such path. */
  methodsOf(path: string): readonly string[];
}

/** Collects the paths of the routes registered after this call. */
export function collectPaths(app: FastifyInstance): KnownPaths {
  const paths = new Map<string, KnownPath>();
  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const known = paths.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const each of [method].flat()) known.methods.add(each);
    paths.set(url, known);
  });
  return {
    methodsOf(path) {
      const found = [...paths.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
    },
  };
}

/** Answers METHOD_NOT_ALLOWED with Allow, a plain OPTIONS with Allow alone, and NOT_FOUND for the rest. */
export function answerUnknownPath(
  known: KnownPaths,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "/";
  const methods = known.methodsOf(path);
  if (methods.length === 0) return sendRefusal(new AppError("NOT_FOUND"), reply);
  reply.header("allow", [...methods, "OPTIONS"].join(", "));
  return request.method === "OPTIONS"
    ? reply.code(204).send()
    : sendRefusal(new AppError("METHOD_NOT_ALLOWED"), reply);
}

function toPattern(url: string): RegExp {
  const source = url
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)))
    .join("/");
  return new RegExp(`^${source}$`);
}

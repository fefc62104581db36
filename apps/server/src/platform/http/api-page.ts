import { escapeHtml, renderPage } from "./html.ts";
import type { JsonSchema } from "./openapi-schemas.ts";
import type { OpenApi, Operation } from "./openapi.ts";
import { toFields, type Field } from "./schema-fields.ts";

/*
 * The OpenAPI document as a page that people read: semantic HTML without a script, so that it works with a keyboard, a
 * screen reader and a telephone, and needs no policy of its own.
 */

const style = `
body { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; display: grid; gap: 2rem; }
@media (min-width: 60rem) {
  body { grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; align-self: start; }
}
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; border-bottom: 1px solid GrayText; padding-bottom: .25rem; margin: 2.5rem 0 1rem; }
h3 { font-size: 1.1rem; margin: 2.5rem 0 .25rem; overflow-wrap: anywhere; }
h4 { font-size: .9rem; margin: 1rem 0 .25rem; }
p { margin: .25rem 0; }
dl { margin: 0; border-left: 3px solid GrayText; padding-left: .75rem; }
dt, dd { overflow-wrap: anywhere; }
dd { margin: 0 0 .35rem 1rem; }
@media (min-width: 40rem) {
  dl { display: grid; grid-template-columns: minmax(10rem, 22rem) minmax(0, 1fr); gap: .15rem 1rem; }
  dd { margin: 0; }
}
summary { cursor: pointer; margin-top: 1rem; }
`;

/** The page of a document that this server built. */
export function renderApiPage(document: OpenApi): string {
  const operations = listOperations(document);
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "")];
  const { title, version } = document.info;
  const body = [
    `<nav aria-label="Operations">${groups.map(([name, each]) => renderLinks(name, each)).join("")}</nav>`,
    "<main>",
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>Version ${escapeHtml(version)}. For programs: <a href="openapi.json">openapi.json</a>.</p>`,
    "<p>Every refusal has the same form; decide by its <code>code</code>, never by its text.</p>",
    renderFields(document.components.schemas["Error"]),
    ...groups.map(([name, each]) => renderGroup(name, each)),
    renderSchemas(document.components.schemas),
    "</main>",
  ];
  return renderPage({ title, style, body: body.join("\n") });
}

interface Listed {
  readonly call: string;
  readonly operation: Operation;
}

function listOperations({ paths, servers }: OpenApi): Listed[] {
  const base = servers[0]?.url ?? "";
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${base}${path}`,
      operation,
    })),
  );
}

function renderLinks(group: string, operations: readonly Listed[]): string {
  const items = operations.map(
    ({ operation: { operationId } }) =>
      `<li><a href="#${operationId}">${escapeHtml(operationId)}</a></li>`,
  );
  return `<p><strong>${escapeHtml(group)}</strong></p><ul>${items.join("")}</ul>`;
}

function renderGroup(name: string, operations: readonly Listed[]): string {
  return `<section><h2>${escapeHtml(name)}</h2>${operations.map(renderOperation).join("\n")}</section>`;
}

function renderOperation({ call, operation }: Listed): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const named = parameters.flatMap((each) => (each.name === undefined ? [] : [each]));
  const asked = named.map(({ name, in: place, required, schema }) => ({
    ...(toFields(schema)[0] ?? { type: "string" }),
    name: `${name} (${place})`,
    isOptional: required !== true,
  }));
  const statuses = Object.entries(responses);
  const successes = statuses.filter(([status]) => status.startsWith("2"));
  const refusals = statuses.filter(([status]) => !status.startsWith("2"));
  return [
    `<article id="${operationId}">`,
    `<h3><code>${escapeHtml(call)}</code></h3>`,
    `<p>${escapeHtml(summary)}. ${security.length === 0 ? "Anyone may call." : "Signed in."}</p>`,
    asked.length === 0 ? "" : `<h4>Parameters</h4>${renderList(asked)}`,
    requestBody ? `<h4>Body</h4>${renderFields(schemaOf(requestBody))}` : "",
    ...successes.map(
      ([status, each]) =>
        `<h4>Reply ${status}</h4>${renderFields(schemaOf(each)) || "<p>No body.</p>"}`,
    ),
    `<details><summary>Refusals</summary><dl>${refusals.map(renderRefusal).join("")}</dl></details>`,
    "</article>",
  ].join("\n");
}

function renderRefusal([status, { description }]: [
  string,
  { readonly description: string },
]): string {
  return description
    .split("\n\n")
    .map((line) => line.split(": "))
    .map(
      ([code = "", ...message]) =>
        `<dt><code>${escapeHtml(code)}</code> ${status}</dt><dd>${escapeHtml(message.join(": "))}</dd>`,
    )
    .join("");
}

function renderSchemas(schemas: Readonly<Record<string, JsonSchema>>): string {
  const parts = Object.entries(schemas)
    .filter(([name]) => name !== "Error")
    .map(
      ([name, schema]) =>
        `<article id="schema-${name}"><h3>${escapeHtml(name)}</h3>${renderFields(schema)}</article>`,
    );
  return `<section><h2>Schemas</h2>${parts.join("\n")}</section>`;
}

function schemaOf(holder: {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}): JsonSchema | undefined {
  return Object.values(holder.content ?? {})[0]?.schema;
}

function renderFields(schema: JsonSchema | undefined): string {
  return schema ? renderList(toFields(schema)) : "";
}

function renderList(fields: readonly Field[]): string {
  const [first] = fields;
  if (!first) return "<p>No fields.</p>";
  if (first.name === "") return `<p>${renderType(first)}</p>`;
  return `<dl>${fields.map(renderField).join("")}</dl>`;
}

function renderField(field: Field): string {
  const optional = field.isOptional ? ", may be left out" : "";
  return `<dt><code>${escapeHtml(field.name)}</code></dt><dd>${renderType(field)}${optional}</dd>`;
}

/** A component is named as a link to it. */
function renderType({ type, reference }: Field): string {
  if (reference === undefined) return escapeHtml(type);
  const link = `<a href="#schema-${reference}">${reference}</a>`;
  return escapeHtml(type).replace(reference, link);
}

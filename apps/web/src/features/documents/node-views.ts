import type { Editor, Extensions, NodeConfig, NodeViewRenderer } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { createReading } from "#web/features/markdown/ask-reader.ts";
import type { FormulaNode } from "#web/features/markdown/readings.ts";

/* Nodes that the page shows otherwise than they are written. */

const MATHML = "http://www.w3.org/1998/Math/MathML";

function drawFormula(node: FormulaNode | string): Node {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElementNS(MATHML, node.tag);
  for (const [name, value] of Object.entries(node.attributes))
    element.setAttribute(name === "className" ? "class" : name, value);
  if (element instanceof MathMLElement) Object.assign(element.style, node.style);
  element.append(...node.children.map(drawFormula));
  return element;
}

/** Opens the source of a formula by its element. */
const formulaEdits = new WeakMap<Node, () => void>();

const isEdited = (dom: HTMLElement): boolean => dom.querySelector("textarea") !== null;

/** Opens the formula that is selected; true where one is. */
function editSelected({ state, view, isEditable }: Editor): boolean {
  const { selection } = state;
  if (!isEditable || !(selection instanceof NodeSelection)) return false;
  const dom = view.nodeDOM(selection.from);
  const edit = dom ? formulaEdits.get(dom) : undefined;
  edit?.();
  return edit !== undefined;
}

function formula(isBlock: boolean): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    const text = String(node.attrs["latex"] ?? "");
    const dom = document.createElement(isBlock ? "div" : "span");
    dom.className = isBlock ? "document-formula scroll-area" : "document-math";
    dom.dir = "ltr";
    dom.textContent = isBlock ? `$$${text}$$` : `$${text}$`;
    const reading = createReading(JSON.stringify({ kind: "formula", isBlock, text }));
    const show = (): void => {
      const drawn = reading.getSnapshot() as FormulaNode | undefined;
      if (drawn && !isEdited(dom)) dom.replaceChildren(drawFormula(drawn));
    };
    const destroy = reading.subscribe(show);
    const edit = async (): Promise<void> => {
      const { editFormula } = await import("./formula-field.ts");
      if (!editor.isEditable || isEdited(dom)) return;
      const drawn = [...dom.childNodes];
      editFormula(dom, text, (latex) => {
        dom.replaceChildren(...drawn);
        show();
        const at = getPos();
        if (at === undefined || latex === text || latex === "" || !editor.isEditable) return;
        editor.view.dispatch(editor.state.tr.setNodeMarkup(at, null, { ...node.attrs, latex }));
      }).addEventListener("close", () => editor.commands.focus());
    };
    const begin = (): void => void edit().catch(reportError);
    dom.addEventListener("click", begin);
    formulaEdits.set(dom, begin);
    return {
      dom,
      destroy,
      stopEvent: ({ target }) => target instanceof HTMLTextAreaElement,
      ignoreMutation: () => true,
    };
  };
}

/** How nodes are shown, by their names. */
type NodeViews = Readonly<Record<string, NodeViewRenderer>>;

const formulas: NodeViews = { math: formula(false), mathBlock: formula(true) };

/** The nodes of documents as a page shows them: formulas drawn, boxes of tasks off where nobody may write, and others as `views` say. */
export function withViews(nodes: Extensions, views: NodeViews): Extensions {
  const all: NodeViews = { ...formulas, ...views };
  return nodes.map((node) => {
    if (node.type !== "node") return node;
    const view = all[node.name];
    if (view)
      return node.extend({
        addNodeView: () => view,
        ...(Object.hasOwn(formulas, node.name) && {
          addKeyboardShortcuts: () => ({ Enter: ({ editor }) => editSelected(editor) }),
        }),
      });
    return node.name === "taskItem" ? node.extend(taskBoxes) : node;
  });
}

const taskBoxes: Partial<NodeConfig> = {
  addNodeView() {
    const draw = this.parent?.();
    if (!draw) return null;
    return (props) => {
      const item = draw(props);
      if (item.dom instanceof HTMLElement) setBoxes(item.dom, props.editor.isEditable);
      return item;
    };
  },
};

/** Turns the boxes of the tasks in this element on or off. */
export function setBoxes(element: HTMLElement, isOn: boolean): void {
  for (const box of element.querySelectorAll<HTMLInputElement>("li input[type=checkbox]"))
    box.disabled = !isOn;
}

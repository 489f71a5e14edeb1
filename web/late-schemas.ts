import type { Plugin } from 'vite';

/** Ours: what comes from packages is left as it is. */
const ours = /\/(?:contracts|web)\/src\/.*\.tsx?$/;
/** A field's value that is worked out: `z.string()`, `other.shape.name`. A name costs nothing. */
const workedOut = new Set(['CallExpression', 'MemberExpression']);
/** Makes an object schema of the fields of a literal. */
const ofFields = /^(?:object|strictObject|looseObject|extend|safeExtend)$/;

interface Piece {
  readonly at: number;
  readonly till: number;
  readonly text: string;
}

/** What is looked at of a syntax tree. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Has each field of an object schema made when the schema is first used, not when its module is loaded: a page loads
 * the schemas of some hundred calls, and makes a handful of them in its first seconds. `z.object({ name: z.string() })`
 * becomes `z.object({ get name() { return z.string() } })`, which zod asks once and keeps. What of a module no page
 * asks for is left out.
 */
export function lateSchemas(): Plugin {
  return {
    name: 'late-schemas',
    apply: 'build',
    transform: {
      filter: { id: ours, code: /\bz\./ },
      handler(code) {
        const pieces: Piece[] = [];
        visit(this.parse(code) as unknown as SyntaxNode, (node, around) => {
          pieces.push(...lateFields(node), ...(around?.type === 'ExpressionStatement' ? [] : leftOutUnused(node)));
        });
        return pieces.length === 0 ? null : { code: withPieces(code, pieces), map: null };
      },
    },
  };
}

/** What becomes of the fields of `z.object({ … })` and its like. */
function lateFields(node: SyntaxNode): Piece[] {
  const { callee, arguments: [fields] = [] } = node as { callee?: SyntaxNode; arguments?: readonly SyntaxNode[] };
  if (node.type !== 'CallExpression' || fields?.type !== 'ObjectExpression' || !callee) return [];
  if (callee.type !== 'MemberExpression' || !ofFields.test(String((callee.property as { name?: string }).name)))
    return [];
  return (fields.properties as readonly SyntaxNode[]).flatMap((field) => {
    const { key, value } = field as unknown as { key: SyntaxNode; value: SyntaxNode };
    // A method, a spread and a name that is worked out stay.
    if (field.type !== 'Property' || field.method === true || field.computed === true) return [];
    if (field.kind !== 'init' || !workedOut.has(value.type)) return [];
    return [
      { at: key.start, till: key.start, text: 'get ' },
      { at: key.end, till: value.start, text: '() { return (' },
      { at: value.end, till: value.end, text: '); }' },
    ];
  });
}

/** Lets the bundler leave a schema or an operation out that nobody asks for: to make one does nothing else. */
function leftOutUnused(node: SyntaxNode): Piece[] {
  if (node.type !== 'CallExpression') return [];
  let start = node.callee as SyntaxNode;
  while (start.type === 'MemberExpression' || start.type === 'CallExpression')
    start = (start.type === 'MemberExpression' ? start.object : start.callee) as SyntaxNode;
  const { name } = start as { name?: string };
  return name === 'z' || name === 'defineOperation'
    ? [{ at: node.start, till: node.start, text: '/* @__PURE__ */ ' }]
    : [];
}

function visit(
  node: SyntaxNode,
  look: (node: SyntaxNode, around: SyntaxNode | null) => void,
  around: SyntaxNode | null = null,
): void {
  look(node, around);
  for (const part of Object.values(node).flat())
    if (part !== null && typeof part === 'object' && 'type' in part) visit(part as SyntaxNode, look, node);
}

/** The text with each piece in its place: at one place they stand as they came. */
function withPieces(code: string, pieces: readonly Piece[]): string {
  const sorted = pieces.toSorted((one, other) => one.at - other.at);
  let done = 0;
  let text = '';
  for (const piece of sorted) {
    text += code.slice(done, piece.at) + piece.text;
    done = piece.till;
  }
  return text + code.slice(done);
}

import { modules, type ModuleRoute } from './module.vocabulary.ts';
import { permissions } from './permission.vocabulary.ts';

/** The node above all others: what is set there holds for every function that has nothing of its own. */
export const ROOT_FUNCTION = '*';

/** A node of the tree of functions (PERM-30): a module, a menu of it, or an action, whose key is a permission code. */
export interface FunctionNode {
  readonly qxbh: string;
  readonly qxmc: string;
  readonly kind: 'root' | 'module' | 'menu' | 'action';
  /** Null: the root. */
  readonly parent: string | null;
}

const SHARED = 'shared' as const;
const menuKey = (module: string, code: string): string => `${module}/${code.split(':')[0] ?? code}`;

/** What a menu is called: after the action that shows it, without the word for it. */
function menuName(names: readonly string[]): string {
  const shown = names.find((name) => name.endsWith('查询')) ?? names[0] ?? '';
  return shown.replace(/(查询|管理查询)$/, '') || shown;
}

function build(): FunctionNode[] {
  const byModule = Map.groupBy(permissions, ({ module }): ModuleRoute | typeof SHARED => module ?? SHARED);
  return [
    { qxbh: ROOT_FUNCTION, qxmc: '全部功能', kind: 'root', parent: null },
    ...[SHARED, ...modules.map(({ route }) => route)].flatMap((module: ModuleRoute | typeof SHARED): FunctionNode[] => {
      const codes = byModule.get(module) ?? [];
      if (codes.length === 0) return [];
      const qxmc = module === SHARED ? '公共功能' : (modules.find(({ route }) => route === module)?.title ?? module);
      const menus = Map.groupBy(codes, ({ code }) => menuKey(module, code));
      return [
        { qxbh: module, qxmc, kind: 'module', parent: ROOT_FUNCTION },
        ...[...menus].flatMap(([menu, actions]): FunctionNode[] => [
          { qxbh: menu, qxmc: menuName(actions.map(({ name }) => name)), kind: 'menu', parent: module },
          ...actions.map(({ code, name }) => ({ qxbh: code, qxmc: name, kind: 'action' as const, parent: menu })),
        ]),
      ];
    }),
  ];
}

/** The tree of functions, each node after the one above it; it follows from the vocabulary of permissions. */
export const functionTree: readonly FunctionNode[] = build();

const nodes: ReadonlyMap<string, FunctionNode> = new Map(functionTree.map((node) => [node.qxbh, node]));
const children: ReadonlyMap<string | null, readonly FunctionNode[]> = Map.groupBy(functionTree, ({ parent }) => parent);

/** A node by its key. */
export function functionNode(qxbh: string): FunctionNode | undefined {
  return nodes.get(qxbh);
}

/** A node with those above it, itself first and the root last; what nobody declares stands under the root. */
export function nodesAbove(qxbh: string): readonly string[] {
  const above: string[] = [];
  for (let at: string | null = qxbh; at !== null; at = nodes.get(at)?.parent ?? null) above.push(at);
  return above.at(-1) === ROOT_FUNCTION ? above : [...above, ROOT_FUNCTION];
}

/** A node with all below it, itself first. */
export function nodesBelow(qxbh: string): readonly string[] {
  return [qxbh, ...(children.get(qxbh) ?? []).flatMap((child) => nodesBelow(child.qxbh))];
}

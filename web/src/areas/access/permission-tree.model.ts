import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { permissions, type Permission } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/** Codes of one thing (before the last colon), with the names of what may be done with it. */
export type CodeGroup = { prefix: string; title: string; codes: readonly Permission[] };
/** A module with its groups. */
export type CodeModule = { route: string; title: string; groups: readonly CodeGroup[] };

const prefixOf = (code: string) => code.slice(0, code.lastIndexOf(':'));
/** What the names of a group begin with; the first name where that is nothing. */
function titleOf(codes: readonly Permission[]): string {
  const [first = '', ...others] = codes.map(({ name }) => name);
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  const common = first.slice(0, length);
  return common.length >= 2 && codes.length > 1 ? common : first.replace(/查询$/, '');
}

function groupsOf(codes: readonly Permission[]): CodeGroup[] {
  return [...Map.groupBy(codes, ({ code }) => prefixOf(code))].map(([prefix, own]) => ({
    prefix,
    title: titleOf(own),
    codes: own,
  }));
}

/** Every permission, by module and then by what it is for; those of all modules come first. */
export const permissionTree: readonly CodeModule[] = [
  { route: '', title: '公共', groups: groupsOf(permissions.filter(({ module }) => module === null)) },
  ...modules.map(({ route, title }) => ({
    route,
    title,
    groups: groupsOf(permissions.filter(({ module }) => module === route)),
  })),
].filter(({ groups }) => groups.length > 0);

/** The part of the tree that is looked for, by name or code; and, where asked, only what differs. */
export function filteredTree(
  tree: readonly CodeModule[],
  text: string,
  wanted: (code: string) => boolean = () => true,
): CodeModule[] {
  const sought = text.trim().toLowerCase();
  return tree.flatMap((module) => {
    const groups = module.groups.flatMap((group) => {
      const codes = group.codes.filter(
        ({ code, name }) =>
          wanted(code) &&
          (sought === '' ||
            [code, name, group.title, module.title].some((part) => part.toLowerCase().includes(sought))),
      );
      return codes.length === 0 ? [] : [{ ...group, codes }];
    });
    return groups.length === 0 ? [] : [{ ...module, groups }];
  });
}

/** What is in one of two sets of codes and not in the other. */
export function differenceOf(
  now: ReadonlySet<string>,
  other: ReadonlySet<string>,
): { added: string[]; removed: string[] } {
  return {
    added: [...now].filter((code) => !other.has(code)).toSorted(),
    removed: [...other].filter((code) => !now.has(code)).toSorted(),
  };
}

/** A set with some codes put in or taken out. */
export function withCodes(chosen: ReadonlySet<string>, codes: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const code of codes) {
    if (on) next.add(code);
    else next.delete(code);
  }
  return next;
}

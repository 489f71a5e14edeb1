import { MODULE_LEVELS } from '@jwxt/contracts/scheme/scheme-version.resource.ts';

/** A module as the tree arranges it, in the order from the top down. */
export interface TreeModule {
  readonly moduleId: string;
  readonly parentModuleId: string | null;
  readonly level: number;
}
/** Where a module goes: below which one (null: the top), before which of those there (null: the end). */
export interface Place {
  readonly parentModuleId: string | null;
  readonly before: string | null;
}
/** One step by keyboard: among its siblings, or a level out or in. */
export type Step = 'up' | 'down' | 'out' | 'in';

/** What a module is dropped on: a gap before another one, another one itself, or the end of the top. */
export const dropTarget = {
  before: (moduleId: string): string => `before:${moduleId}`,
  inside: (moduleId: string): string => `inside:${moduleId}`,
  end: 'end',
} as const;

const siblingsOf = (modules: readonly TreeModule[], parent: string | null) =>
  modules.filter(({ parentModuleId }) => parentModuleId === parent);

/** Levels that a module and those below it take. */
function heightOf(modules: readonly TreeModule[], moduleId: string): number {
  const below = siblingsOf(modules, moduleId);
  return 1 + Math.max(0, ...below.map((each) => heightOf(modules, each.moduleId)));
}

function isInside(modules: readonly TreeModule[], moduleId: string | null, above: string): boolean {
  if (moduleId === null) return false;
  if (moduleId === above) return true;
  const parent = modules.find((each) => each.moduleId === moduleId)?.parentModuleId ?? null;
  return isInside(modules, parent, above);
}

/** Whether a module may stand below another one: not in itself, and not deeper than modules go. */
export function mayStandIn(modules: readonly TreeModule[], moduleId: string, parent: string | null): boolean {
  if (isInside(modules, parent, moduleId)) return false;
  const above = modules.find((each) => each.moduleId === parent)?.level ?? 0;
  return above + heightOf(modules, moduleId) <= MODULE_LEVELS;
}

/** Where one step takes a module; null: it can go no further that way. */
export function stepped(modules: readonly TreeModule[], moduleId: string, step: Step): Place | null {
  const own = modules.find((each) => each.moduleId === moduleId);
  if (!own) return null;
  const siblings = siblingsOf(modules, own.parentModuleId);
  const at = siblings.findIndex((each) => each.moduleId === moduleId);
  const previous = siblings[at - 1];
  switch (step) {
    case 'up':
      return previous ? { parentModuleId: own.parentModuleId, before: previous.moduleId } : null;
    case 'down':
      return siblings[at + 1]
        ? { parentModuleId: own.parentModuleId, before: siblings[at + 2]?.moduleId ?? null }
        : null;
    case 'in':
      return previous && mayStandIn(modules, moduleId, previous.moduleId)
        ? { parentModuleId: previous.moduleId, before: null }
        : null;
    case 'out': {
      const parent = modules.find((each) => each.moduleId === own.parentModuleId);
      if (!parent) return null;
      const above = siblingsOf(modules, parent.parentModuleId);
      const next = above[above.findIndex((each) => each.moduleId === parent.moduleId) + 1];
      return { parentModuleId: parent.parentModuleId, before: next?.moduleId ?? null };
    }
  }
}

/** Where a module goes that is dropped on a target; null: it stays. */
export function dropped(modules: readonly TreeModule[], moduleId: string, target: string): Place | null {
  if (target === dropTarget.end) return { parentModuleId: null, before: null };
  const [how, id = ''] = target.split(/:(.*)/s);
  if (id === moduleId) return null;
  const to = modules.find((each) => each.moduleId === id);
  if (!to) return null;
  const parent = how === 'inside' ? id : to.parentModuleId;
  if (!mayStandIn(modules, moduleId, parent)) return null;
  return { parentModuleId: parent, before: how === 'inside' ? null : id };
}

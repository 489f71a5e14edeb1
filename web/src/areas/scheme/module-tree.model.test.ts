import { describe, expect, it } from 'vitest';
import { dropped, dropTarget, stepped, type TreeModule } from './module-tree.model.ts';

const module = (moduleId: string, parentModuleId: string | null, level: number): TreeModule => ({
  moduleId,
  parentModuleId,
  level,
});
/** A (A1, A2 (A21)), B. */
const modules = [
  module('A', null, 1),
  module('A1', 'A', 2),
  module('A2', 'A', 2),
  module('A21', 'A2', 3),
  module('B', null, 1),
];

describe('arranging modules (SCHEME-09)', () => {
  it('steps among siblings and levels, and no further', () => {
    expect(stepped(modules, 'A2', 'up')).toEqual({ parentModuleId: 'A', before: 'A1' });
    expect(stepped(modules, 'A1', 'down')).toEqual({ parentModuleId: 'A', before: null });
    expect(stepped(modules, 'A21', 'out')).toEqual({ parentModuleId: 'A', before: null });
    expect(stepped(modules, 'A1', 'out')).toEqual({ parentModuleId: null, before: 'B' });
    expect(stepped(modules, 'B', 'in')).toEqual({ parentModuleId: 'A', before: null });
    expect([stepped(modules, 'A', 'up'), stepped(modules, 'B', 'down'), stepped(modules, 'B', 'out')]).toEqual([
      null,
      null,
      null,
    ]);
    // A21 would stand on the fourth level.
    expect(stepped(modules, 'A2', 'in')).toBeNull();
  });

  it('is dropped before another one or into it, never into itself or too deep', () => {
    expect(dropped(modules, 'B', dropTarget.before('A1'))).toEqual({ parentModuleId: 'A', before: 'A1' });
    expect(dropped(modules, 'B', dropTarget.inside('A2'))).toEqual({ parentModuleId: 'A2', before: null });
    expect(dropped(modules, 'A1', dropTarget.end)).toEqual({ parentModuleId: null, before: null });
    expect(dropped(modules, 'B', dropTarget.inside('A21'))).toBeNull();
    expect(dropped(modules, 'A', dropTarget.inside('A2'))).toBeNull();
    expect(dropped(modules, 'A', dropTarget.inside('B'))).toBeNull();
    expect(dropped(modules, 'B', dropTarget.before('B'))).toBeNull();
  });
});

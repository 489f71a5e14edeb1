import { describe, expect, it } from 'vitest';
import { codesOfModule, permissions } from './permission.vocabulary.ts';
import { moduleKey } from './module.vocabulary.ts';

const codes = permissions.map(({ code }) => code);

describe('permission codes', () => {
  it('each stands once and has a name of its own', () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(permissions.map(({ name }) => name)).size).toBe(permissions.length);
  });

  it('a module is named by its id, or by its route where it has none, and brings the shared codes along', () => {
    expect([moduleKey('scoreManage'), moduleKey('messageSystem')]).toEqual(['09', 'messageSystem']);
    expect(codesOfModule('09')).toContain('scoreEntry:query');
    expect(codesOfModule('09')).toContain('system:approve');
    expect(codesOfModule('09')).not.toContain('readModel:query');
    expect(codesOfModule('77')).toEqual([]);
  });
});

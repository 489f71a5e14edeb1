import { describe, expect, it } from 'vitest';
import { processDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { processDefinitions } from './process.data.ts';
import { permissionsOfRole, rolePermissions } from './role.data.ts';

describe('default roles', () => {
  it('every permission code is held by some role, and no role holds an unknown one', () => {
    expect([...new Set(rolePermissions.map((row) => row.qxbh))].toSorted()).toEqual(
      permissions.map(({ code }) => code).toSorted(),
    );
  });

  it('the administrator sees no score and decides nothing', () => {
    expect(
      permissionsOfRole['01'].filter((code) => /^score(Entry|Change|Log)|^systemScore|^system:approve/.test(code)),
    ).toEqual([]);
  });

  it('every role that a node names may decide', () => {
    const deciding = new Set(
      processDefinitions.flatMap((definition) =>
        definition.nodes.map((node) => node.roleCode as keyof typeof permissionsOfRole),
      ),
    );
    for (const role of deciding) expect(permissionsOfRole[role], role).toContain('system:approve');
  });

  it('no role holds a permission twice', () => {
    for (const codes of Object.values(permissionsOfRole)) expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('default processes', () => {
  it('APPROVAL-34…44: all eleven codes have a valid definition', () => {
    expect(processDefinitions.map((definition) => definition.processNo).toSorted()).toEqual(
      Object.keys(processNames).toSorted(),
    );
    for (const definition of processDefinitions)
      expect(processDefinition.safeParse(definition).success, definition.processNo).toBe(true);
  });
});

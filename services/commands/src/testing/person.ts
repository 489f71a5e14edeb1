import type { Actor } from '@jwxt/contracts/kernel/actor.ts';

/** A person for tests; anything may be told otherwise. */
export function person(userName: string, more: Partial<Actor> = {}): Actor {
  return {
    userName,
    name: `姓名${userName}`,
    roleCodes: [],
    roleNames: [],
    gh: null,
    studentCode: null,
    departmentId: null,
    departmentName: null,
    ...more,
  };
}

import { defineOperation, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { OperationScope } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Principal } from './principal.ts';
import { requireScope, watched } from './scope-watch.ts';
import { scopeCondition } from './scope.ts';
import { sqlParams } from './sql-params.ts';

const person = { userName: 'u', roles: [], lent: [] } as unknown as Principal;
const asked = (scope: OperationScope): Operation =>
  defineOperation({
    id: 'examSet.query',
    method: 'GET',
    path: '/x',
    access: { permission: 'examSet:query' },
    scope,
    summary: '',
    input: z.object({}),
    output: z.object({}),
  });
const ask = (principal: Principal, target: 'teachingClass' | 'student', permission = 'examSet:query' as const) =>
  scopeCondition(principal, permission, { target, DW: 'class.unit' }, sqlParams());

it('a handler that has not asked for the declared scope neither writes nor answers', () => {
  const caller = watched(person, asked('teachingClass'));
  expect(() => requireScope(caller)).toThrow("operation examSet.query declares scope 'teachingClass'");
  ask(caller, 'student');
  expect(() => requireScope(caller)).toThrow('did not ask for it');
  ask(caller, 'teachingClass');
  expect(() => requireScope(caller)).not.toThrow();
});

it('the scope of another permission is not the one that was declared', () => {
  const caller = watched(person, asked('teachingClass'));
  scopeCondition(caller, 'examSet:rollback', { target: 'teachingClass', DW: 'class.unit' }, sqlParams());
  expect(() => requireScope(caller)).toThrow('did not ask for it');
});

it('what is asked for one call is not asked for another', () => {
  ask(watched(person, asked('teachingClass')), 'teachingClass');
  expect(() => requireScope(watched(person, asked('teachingClass')))).toThrow('did not ask for it');
});

it('an operation with a reason asks for nothing, one that says nothing is told what to write', () => {
  expect(() => requireScope(watched(person, asked({ none: '只涉及本人' })))).not.toThrow();
  const { scope: _scope, ...silent } = asked('student');
  expect(() => requireScope(watched(person, silent as Operation))).toThrow("{ none: '理由' }");
});

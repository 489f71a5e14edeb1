import { eventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { expect, it } from 'vitest';
import { actingAs } from './acting-as.ts';

const stored = {
  actor: { userName: 'dean1', name: '李院长', roleNames: ['院系审核人'], permission: 'system:approve' },
  commandId: 'c',
  correlationId: 'c',
  causationId: null,
  time: '2026-11-20T01:00:00.000Z',
  clientAddress: null,
  schemaVersion: 1,
};

it('names the roles, and a temporary link with who issued it', () => {
  expect(actingAs(eventMetadata.parse({ ...stored, signIn: { way: '3', issuedBy: 'admin' } }))).toBe(
    '院系审核人、临时登录，由admin签发',
  );
  expect(actingAs(eventMetadata.parse({ ...stored, signIn: { way: '1', issuedBy: null } }))).toBe('院系审核人');
});

it('says nothing of the way where the event is from before it was kept', () => {
  expect(actingAs(eventMetadata.parse(stored))).toBe('院系审核人');
});

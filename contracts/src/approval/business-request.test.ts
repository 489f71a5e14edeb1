import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, type EventContext } from '../kernel/event.ts';
import { applicationDraft } from './application.events.ts';
import { defineBusinessRequest } from './business-request.ts';

const request = z.object({ applyId: z.string(), room: z.string(), application: applicationDraft });
const loan = defineBusinessRequest({
  name: 'VenueLoan',
  prefix: 'venueLoan-',
  processNo: 'TTKSQ',
  businessTable: 'T_CDJY',
  request,
  more: {
    events: [defineEvent('VenueLoanMoved', 1, z.object({ applyId: z.string(), room: z.string() }))],
    evolve: {
      VenueLoanMoved: ({ request: asked, ...state }, { room }) => ({ ...state, request: { ...asked, room } }),
    },
  },
});
const at: EventContext = { revision: 0, time: '2026-11-20T01:00:00.000Z', userName: 't', name: '王老师' };
type LoanEvent = Parameters<typeof loan.streams.evolve>[1];
const after = (...events: LoanEvent[]) =>
  events.reduce((state, event) => loan.streams.evolve(state, event, at), loan.streams.initial);

const asked = { applyId: 'A1', room: 'A101' } as z.output<typeof request>;
const requested: LoanEvent = { type: 'VenueLoanRequested', data: asked };

describe('a declared request', () => {
  it('has its stream and its events, each by the name of its kind', () => {
    expect([loan.streams.prefix, loan.streamOf('A1')]).toEqual(['venueLoan-', 'venueLoan-A1']);
    expect(loan.streams.events.map(({ type, version }) => `${type}@${String(version)}`)).toEqual([
      'VenueLoanRequested@1',
      'VenueLoanEffected@1',
      'VenueLoanClosed@1',
      'VenueLoanMoved@1',
    ]);
  });

  it('stands as its last event says, and goes on with what it was asked for', () => {
    const closed: LoanEvent = { type: 'VenueLoanClosed', data: { applyId: 'A1', outcome: 'returned', opinion: '' } };
    expect(after()).toEqual({ status: 'none' });
    expect(after(requested)).toEqual({ status: 'requested', request: asked });
    expect(after(requested, { type: 'VenueLoanEffected', data: { applyId: 'A1' } })).toMatchObject({
      status: 'effected',
    });
    expect(after(requested, closed)).toEqual({ status: 'returned', request: asked });
    expect(after(requested, closed, requested)).toEqual({ status: 'requested', request: asked });
  });

  it('its own events change it as declared, and none comes before the first', () => {
    const moved: LoanEvent = { type: 'VenueLoanMoved', data: { applyId: 'A1', room: 'B202' } };
    expect(after(requested, moved)).toEqual({ status: 'requested', request: { ...asked, room: 'B202' } });
    expect(() => after(moved)).toThrow('VenueLoanMoved on a request that nobody made');
  });
});

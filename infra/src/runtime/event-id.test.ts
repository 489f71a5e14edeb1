import { describe, expect, it } from 'vitest';
import { eventId } from './event-id.ts';
import { comparePositions, formatPosition, laterPosition, parsePosition } from './log-position.ts';

describe('event ids derived from commands', () => {
  const content = { type: 'Entered', data: '{"score":85}', metadata: '{"time":"08:00:00.000Z"}' };
  const id = (stream: string, commandId: string, index: number, more: Partial<typeof content> = {}): string =>
    eventId({ stream, commandId, index, ...content, ...more });

  it('are the same for the same command, index and content, and differ otherwise', () => {
    expect(id('s-1', 'c-1', 0)).toBe(id('s-1', 'c-1', 0));
    const others = [
      id('s-1', 'c-1', 1),
      id('s-1', 'c-2', 0),
      id('s-1', 'c-1#1', 0),
      id('s-2', 'c-1', 0),
      id('s-1","c-1', '', 0),
      id('s-1', 'c-1', 0, { type: 'Left' }),
      id('s-1', 'c-1', 0, { data: '{"score":86}' }),
      id('s-1', 'c-1', 0, { metadata: '{"time":"08:00:00.001Z"}' }),
    ];
    expect(new Set([id('s-1', 'c-1', 0), ...others]).size).toBe(1 + others.length);
  });

  it('are UUIDs of version 5', () => {
    expect(id('s-1', 'c-1', 7)).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('positions in the log', () => {
  const early = { commit: 5n, prepare: 9n };
  const late = { commit: 10n, prepare: 1n };

  it('are ordered by commit, then by prepare', () => {
    expect(comparePositions(early, late)).toBeLessThan(0);
    expect(comparePositions(late, early)).toBeGreaterThan(0);
    expect(comparePositions(early, { commit: 5n, prepare: 10n })).toBeLessThan(0);
    expect(comparePositions(early, { ...early })).toBe(0);
    expect(laterPosition(early, late)).toBe(late);
    expect(laterPosition(undefined, early)).toBe(early);
  });

  it('survive their text form beyond the range of safe numbers', () => {
    const far = { commit: 2n ** 63n - 1n, prepare: 2n ** 63n - 2n };
    expect(parsePosition(formatPosition(far))).toEqual(far);
    expect(parsePosition('5')).toBeUndefined();
    expect(parsePosition('5/-1')).toBeUndefined();
  });
});

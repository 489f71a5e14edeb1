import { z } from 'zod';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { isBeyondLooking, type Operation } from '@jwxt/contracts/kernel/operation.ts';

/** What only looks and answers rows: every list and every search of the product. */
export const readingOperations: readonly Operation[] = operations.filter(
  (operation) => !isBeyondLooking(operation) && !('public' in operation.access) && operation.answer !== 'file',
);

type Schema = {
  properties?: Record<string, { type?: string; enum?: unknown[]; anyOf?: unknown[] }>;
  required?: string[];
};
/** What fields that have no fixed values are searched for: somebody and something of the rows that the fillers make. */
const asked: Record<string, string> = {
  student: 'V0000123',
  semesterId: '2010-2011-1',
  departmentId: '101',
  open: '1',
  // Nobody waits for what does not come.
  waitSeconds: '0',
};

/** Inputs of a list: without a filter, and with each single one. */
export function callsOf(operation: Operation): Record<string, unknown>[] {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const valueOf = (name: string): unknown =>
    properties[name]?.enum?.[0] ?? asked[name] ?? (properties[name]?.type === 'array' ? ['1'] : '11');
  const needed = Object.fromEntries(required.map((name) => [name, valueOf(name)]));
  return [
    needed,
    ...Object.keys(properties)
      .filter((name) => !/^page(No|Num|Size)$/.test(name))
      .map((name) => ({ ...needed, [name]: valueOf(name) })),
  ];
}

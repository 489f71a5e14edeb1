import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { saveScores, sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { ApiRefused, type ApiSession } from '../testing/api-session.ts';
import type { Fault, FaultScene } from './fault.ts';
import { readEverything, readOneStream } from './stored-events.ts';

/**
 * Answers of the commands service are lost until people are told that nobody knows; then the stream moves on, and the
 * command is repeated.
 */
export const lostAnswer: Fault = {
  name: 'a command repeated after a time-out, when the stream has moved on',
  how: 'TCP proxy: answers of the commands service are held back, then all connections are reset',
  lastsMs: 0,
  provoke: (scene) => Promise.resolve({ heal: () => Promise.resolve(), check: () => repeat(scene) }),
};

/** The sheet when it shows all that is stored of it: what a save was answered for may be shown a moment later. */
async function sheetAsStored({ site }: FaultScene, session: ApiSession, teachingClassId: string) {
  const stored = await readOneStream(site.env, sheetStream(teachingClassId, '1'));
  return await vi.waitFor(async () => {
    const sheet = await session.call(readSheet, { teachingClassId, scoreType: '1' });
    if (sheet.revision < (stored.at(-1)?.revision ?? 0)) throw new Error('the sheet does not show all yet');
    return sheet;
  });
}

async function repeat(scene: FaultScene): Promise<string[]> {
  const { site, load } = scene;
  const [own] = load.classes;
  const { teachingClassId, teachers, studentCodes, dataKeys } = own!;
  const [first, second] = await Promise.all(teachers.map((name) => site.signIn(name)));
  const { revision, rows } = await sheetAsStored(scene, first!, teachingClassId);
  const value = (place: number): string => {
    const now = rows.find(({ studentCode }) => studentCode === studentCodes[place])?.items[dataKeys[0]!];
    return now === '55.0' ? '56.0' : '55.0';
  };
  const input = (place: number, commandId: string) => ({
    teachingClassId,
    scoreType: '1' as const,
    commandId,
    rows: [{ studentCode: studentCodes[place]!, revision, items: { [dataKeys[0]!]: value(place) } }],
  });
  const command = input(0, randomUUID());
  const sent = (about: typeof command, userName: string) => ({
    commandId: about.commandId,
    userName,
    expected: {
      kind: 'save' as const,
      stream: sheetStream(teachingClassId, '1'),
      cells: about.rows.map(({ studentCode, items }) => ({
        studentCode,
        dataKey: dataKeys[0]!,
        value: Number(items[dataKeys[0]!]) * 10,
      })),
    },
  });
  site.proxies.commands.silence('answers');
  const failure = await first!.call(saveScores, command).then(
    () => null,
    (error: unknown) => error,
  );
  site.proxies.commands.cut();
  site.proxies.commands.resume();
  const problems =
    failure instanceof ApiRefused && failure.status >= 500 ? [] : [`the lost answer came as ${String(failure)}`];
  const next = input(1, randomUUID());
  const moved = await load.journal.send(sent(next, second!.userName), () => second!.call(saveScores, next));
  const again = () => first!.call(saveScores, command);
  const answers = await load.journal.send(sent(command, first!.userName), async () => [await again(), await again()]);
  const written = (await readEverything(site.env)).filter(({ metadata }) => metadata.commandId === command.commandId);
  if (written.length !== 1) problems.push(`${written.length} events of the repeated command`);
  for (const { revision: answered } of answers ?? [])
    if (answered !== written[0]?.revision)
      problems.push(`answered revision ${answered}, written as ${written[0]?.revision}`);
  if ((moved?.revision ?? 0) <= (written[0]?.revision ?? 0))
    problems.push('the stream did not move on after the lost answer');
  return problems;
}

import { randomUUID } from 'node:crypto';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { signInToApi } from '../testing/api-session.ts';
import { openOwnClasses } from '../testing/own-classes.ts';

/** People who write without a pause. */
export interface BusyOffice {
  /** Ids of the commands that were acknowledged, in that order. */
  readonly acknowledged: readonly string[];
  /** Lets everybody finish. Rejects when somebody was refused. */
  stop(): Promise<void>;
}

const teachers = Array.from({ length: 15 }, (_, index) => `teacher${index + 91}`);

/** Fifteen teachers who save scores, each in a class of their own, and one office that changes reference data. */
export async function startBusyOffice(url: string, env: Readonly<Record<string, string>>): Promise<BusyOffice> {
  const classes = await openOwnClasses(
    env,
    teachers.map((name) => ({ departmentId: '106', teachers: [name], students: 10 })),
  );
  const sessions = await Promise.all(teachers.map((name) => signInToApi(url, name)));
  const sender = createCommandSender(env.COMMANDS_URL ?? '', env.OPERATOR_SECRET ?? '');
  const stopping = new AbortController();
  const acknowledged: string[] = [];
  const teach = async (index: number): Promise<void> => {
    const { teachingClassId, studentCodes, dataKeys } = classes[index]!;
    let revision = 0;
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const commandId = randomUUID();
      const rows = [
        {
          studentCode: studentCodes[turn % studentCodes.length]!,
          revision,
          items: { [dataKeys[0]!]: ((turn % 1000) / 10).toFixed(1) },
        },
      ];
      ({ revision } = await sessions[index]!.call(saveScores, { teachingClassId, scoreType: '1', commandId, rows }));
      acknowledged.push(commandId);
      // The gateway allows a person twenty requests a second.
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  const administer = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await sender.load('parameter', [{ paramCode: `BACKUP_${turn}`, paraName: '备份测试', paraValue: String(turn) }]);
    }
  };
  const ended = Promise.all([...teachers.map((_, index) => teach(index)), administer()]);
  // Told by stop().
  ended.catch(() => undefined);
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

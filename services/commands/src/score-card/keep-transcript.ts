import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { keepTranscript } from '@jwxt/contracts/score-card/transcript.command.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '@jwxt/contracts/score-card/transcript.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';

/** Keeps a printed transcript under a new code of 80 random bits, which nobody guesses. */
export async function keepPrint(
  client: PoolClient,
  context: CommandContext,
  print: z.output<typeof keepTranscript.payload>,
): Promise<{ code: string }> {
  const { studentCode, language, allAttempts, reason, content, digest, dataVersion } = print;
  const code = randomCode();
  const { userName, name } = context.actor;
  await client.query(
    `insert into base.transcript_print (code, student_code, language, all_attempts, reason, content, digest,
        rule_version, data_version, printed_at, user_name, printed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      code,
      studentCode,
      language,
      allAttempts,
      reason,
      JSON.stringify(content),
      digest,
      content.rules.ruleVersion,
      dataVersion,
      context.time,
      userName,
      name,
    ],
  );
  await logOperations(client, context, 'print', 'transcript', [
    { key: code, before: null, after: { studentCode, language, allAttempts, reason, digest, dataVersion } },
  ]);
  return { code };
}

/** The alphabet has 32 letters, so that five bits of every byte choose one evenly. */
function randomCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

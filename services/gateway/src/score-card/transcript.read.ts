import { checkpointModel } from '@jwxt/contracts/integrity/checkpoint.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { printType } from '@jwxt/contracts/score-card/score-print-template.resource.ts';
import type {
  TranscriptContent,
  TranscriptLanguage,
  TranscriptTemplate,
} from '@jwxt/contracts/score-card/transcript.ts';
import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { comparePositions, parsePosition } from '@jwxt/infra/runtime/log-position.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';

/** A printed transcript as it is kept. */
export interface KeptPrint {
  readonly code: string;
  readonly studentCode: string;
  readonly language: TranscriptLanguage;
  readonly allAttempts: YesNo;
  readonly reason: string;
  readonly content: TranscriptContent;
  readonly digest: string;
  readonly ruleVersion: string;
  readonly dataVersion: string;
  readonly printedAt: Date;
  /** Account of who printed it. */
  readonly userName: string;
  readonly printedBy: string;
}

const columns = `code, student_code as "studentCode", language, all_attempts as "allAttempts", reason, content, digest,
  rule_version as "ruleVersion", data_version as "dataVersion", printed_at as "printedAt", user_name as "userName",
  printed_by as "printedBy"`;

/** The print with this verification code; null when there is none. */
export async function readPrint(db: Queryable, code: string): Promise<KeptPrint | null> {
  const { rows } = await db.query<KeptPrint>(
    prepared(`select ${columns} from base.transcript_print where code = $1`, [code]),
  );
  return rows[0] ?? null;
}

/** A template of a language that may be used, by its key; without one the default. Undefined: there is none. */
export async function readPrintTemplate(
  db: Queryable,
  language: TranscriptLanguage,
  printTemplateId: string,
): Promise<TranscriptTemplate | undefined> {
  const { rows } = await db.query<TranscriptTemplate>(
    prepared(
      `select print_template_name as "printTemplateName", coalesce(title, '') as title, coalesce(note, '') as note,
          show_failed as "showFailed", show_average as "showAverage", landscape from base.score_print_template
        where print_type = $1 and sfqy = '1'
          and case when $2 = '' then is_default = '1' else print_template_id = $2 end`,
      [printType[language], printTemplateId],
    ),
  );
  return rows[0];
}

const checkpointTable = readModelTable(checkpointModel, 'checkpoint');

type SealRow = Pick<
  ReadRowOf<typeof checkpointModel.tables.checkpoint>,
  'number' | 'at' | 'root' | 'commit' | 'prepare'
>;

/**
 * The first checkpoint that covers everything up to a position of the log (decision 092); undefined: none does yet. The
 * last one does as well where nothing but checkpoints stands between it and the position: those wait for company.
 */
export async function readSealOf(
  db: Queryable,
  eventLog: Pick<EventLog, 'readAll'>,
  dataVersion: string,
): Promise<SealRow | undefined> {
  const position = parsePosition(dataVersion);
  if (!position) return undefined;
  const { rows } = await db.query<SealRow>(
    prepared(
      `(select number, at, root, commit, prepare from ${checkpointTable}
         where (commit, prepare) >= ($1::bigint, $2::bigint) order by number limit 1)
       union all (select number, at, root, commit, prepare from ${checkpointTable} order by number desc limit 1)
       order by number limit 1`,
      [String(position.commit), String(position.prepare)],
    ),
  );
  const [seal] = rows;
  if (!seal) return undefined;
  const sealed = { commit: BigInt(seal.commit), prepare: BigInt(seal.prepare) };
  if (comparePositions(sealed, position) >= 0) return seal;
  for await (const event of eventLog.readAll({ from: sealed })) {
    if (comparePositions(event.position, position) > 0) break;
    if (event.stream !== checkpointStream && comparePositions(event.position, sealed) > 0) return undefined;
  }
  return seal;
}

const printsShown = 100;

/** What was printed of a student, newest first. */
export async function listPrints(db: Queryable, studentCode: string): Promise<KeptPrint[]> {
  const { rows } = await db.query<KeptPrint>(
    prepared(
      `select ${columns} from base.transcript_print where student_code = $1 order by printed_at desc
        limit ${String(printsShown)}`,
      [studentCode],
    ),
  );
  return rows;
}

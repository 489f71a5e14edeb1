import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { z } from 'zod';

const faultRun = z.object({
  seed: z.number(),
  writers: z.number(),
  results: z.array(z.object({
    name: z.string(), how: z.string(), commands: z.number(), sentAgain: z.number(), recoverySeconds: z.number().nullable(), problems: z.array(z.string()),
  })),
});
/** One run of the faults under load. */
export type FaultRun = z.output<typeof faultRun>;

/** Where a run leaves its results; ignored by git. */
export const faultReportFile = join(projectRoot, 'fault-report.json');

/** Keeps the results of a run for {@link writeFaultReport}. */
export async function keepFaultResults(run: { seed: number; writers: number; results: readonly unknown[] }): Promise<void> {
  await writeFile(faultReportFile, `${JSON.stringify(faultRun.parse(run), null, 2)}\n`);
}

import { pause } from '@jwxt/infra/runtime/backoff.ts';
import {
  createGeneration,
  currentGeneration,
  dropLeftovers,
  endGeneration,
  startServing,
  swapGenerations,
  type Generation,
} from './generation.ts';
import { reaches, type Place } from './log-batch.ts';
import type { ModelLead } from './model-lead.ts';
import { createModelWriter, type ModelWriter } from './model-writer.ts';

/**
 * One turn of building a read model that is led here: fills a generation that is asked for, or waits until one is. A
 * generation that has reached the end of the log serves from then on.
 */
export async function buildTurn(lead: ModelLead): Promise<void> {
  const { projection, around, logger, stopping, building } = lead;
  const { pool, builder } = around;
  building.renew();
  const job = await generationToBuild(lead);
  if (!job) return await pause(around.pollMs, AbortSignal.any([building.signal, stopping]));
  if (await lead.stopBeyondEnd(job)) return;
  const serving = await currentGeneration(pool, projection.name);
  logger.info({ generation: job.generation, version: job.version }, '开始构建读模型');
  const writer = createModelWriter(lead.targetOf(job));
  const outcome = await builder.build(writer, serving?.status === 'serving' ? serving.handled : null, stopping);
  if (outcome.kind === 'reached') await complete(lead, job, writer, outcome.checkpoint);
  else if (outcome.kind !== 'stopped') lead.tell(outcome);
  if (!stopping.aborted) await dropLeftovers(pool, projection.name);
}

/** The generation to fill now, made when it is missing; null when there is nothing to build. */
async function generationToBuild({ projection, around: { pool, look } }: ModelLead): Promise<Generation | null> {
  const { name, version } = projection;
  const { current, shadow } = await look(name);
  if (!current) return await createGeneration(pool, projection, '系统');
  const job = current.status === 'building' ? current : shadow;
  if (!job) return current.version < version ? await createGeneration(pool, projection, `版本 ${version}`) : null;
  if (job.version < version) {
    await endGeneration(pool, job, 'cancelled', `已有新版本 ${version}`);
    return await createGeneration(pool, projection, `版本 ${version}`);
  }
  return job.version === version ? job : null;
}

/** Reads what came while it was built, and lets it serve. */
async function complete(lead: ModelLead, job: Generation, writer: ModelWriter, checkpoint: Place): Promise<void> {
  const { pool, feed } = lead.around;
  const first = await lead.catchUp(writer, checkpoint);
  if (first.kind !== 'applied') return lead.tell(first);
  await feed.exclusive(async () => {
    // Looked at before the log is read: a worker that lost its lead and does not know it yet may move the serving one
    // on meanwhile, over events that the new one lacks.
    const current = await currentGeneration(pool, lead.projection.name);
    const rest = await lead.catchUp(writer, first.checkpoint);
    if (lead.stopping.aborted || rest.kind !== 'applied') return lead.tell(rest);
    if (current?.generation === job.generation) return await startServing(pool, job);
    // The log has been read beyond where the serving one was: no event lies between.
    const reached =
      current?.status === 'serving' && reaches(current.checkpoint, rest.checkpoint)
        ? current.checkpoint
        : rest.checkpoint;
    await swapGenerations(pool, job, reached);
  });
  lead.logger.info({ generation: job.generation }, '读模型构建完成并投入使用');
  lead.serving.ring();
}

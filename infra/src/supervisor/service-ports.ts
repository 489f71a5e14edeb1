import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort, firstFreePort } from '../engines/free-port.ts';
import type { Logger } from '../runtime/logger.ts';
import { StartRefused } from '../data-folder/data-folder.ts';
import type { SupervisorConfig } from './supervisor.config.ts';

const port = z.number().int().min(1).max(65_535);
const portsSchema = z.object({ commands: port, projections: port });

/** Where the two inner services listen on the loopback address. */
export type ServicePorts = z.output<typeof portsSchema>;

const variables = { commands: 'COMMANDS_PORT', projections: 'PROJECTIONS_PORT' } as const;

/**
 * The ports of commands and projections: those that the environment names, or those of the last start, which stand in
 * `ports.json` of the data folder, so that what reads their metrics finds them again. One that is taken by now is
 * replaced with a warning; a named one is binding (throws {@link StartRefused}).
 */
export async function servicePorts(
  dataDir: string,
  config: Pick<SupervisorConfig, 'PORT' | 'COMMANDS_PORT' | 'PROJECTIONS_PORT'>,
  logger: Logger,
): Promise<ServicePorts> {
  refuseEqual(config);
  const path = join(dataDir, 'ports.json');
  const kept = await readFile(path, 'utf8')
    .then((text) => portsSchema.parse(JSON.parse(text)))
    .catch(() => undefined);
  const ports: ServicePorts = { commands: 0, projections: 0 };
  for (const name of ['commands', 'projections'] as const) {
    const other = name === 'commands' ? config.PROJECTIONS_PORT : ports.commands;
    ports[name] = await choose(name, { given: config[variables[name]], kept: kept?.[name], other }, logger);
  }
  await writeFile(path, `${JSON.stringify(ports)}\n`);
  return ports;
}

/** Two variables that name one port are a mistake, whichever of their services would have come first. */
function refuseEqual({
  PORT,
  COMMANDS_PORT,
  PROJECTIONS_PORT,
}: Pick<SupervisorConfig, 'PORT' | 'COMMANDS_PORT' | 'PROJECTIONS_PORT'>): void {
  const seen = new Map<number, string>();
  for (const [name, value] of Object.entries({ PORT, COMMANDS_PORT, PROJECTIONS_PORT })) {
    if (value === undefined || value === 0) continue;
    const before = seen.get(value);
    if (before !== undefined) throw new StartRefused(`${before} 与 ${name} 不能相同（${value}）`);
    seen.set(value, name);
  }
}

/** `other`: the other service's port, as far as it is known; this one is not put there unless it was named. */
async function choose(
  name: keyof ServicePorts,
  { given, kept, other }: Record<'given' | 'kept' | 'other', number | undefined>,
  logger: Logger,
): Promise<number> {
  const isFree = async (wanted: number): Promise<boolean> => (await firstFreePort(wanted, '127.0.0.1', 1)) === wanted;
  if (given !== undefined && given !== 0) {
    if (await isFree(given)) return given;
    throw new StartRefused(`端口 ${given} 已被占用，请用 ${variables[name]} 指定另一个端口`);
  }
  if (kept !== undefined && kept !== other && (await isFree(kept))) return kept;
  let found = await findFreePort();
  while (found === other) found = await findFreePort();
  if (kept !== undefined)
    logger.warn(`${name} 原来的端口 ${kept} 已被占用，改用 ${found}（可用环境变量 ${variables[name]} 固定）`);
  return found;
}

import { allAreas } from './all-areas.ts';
import { sentCommandsOf, type CommandSender, type ContractArea } from './kernel/area.ts';

const areas: readonly ContractArea[] = Object.values(allAreas);
const declared = areas.flatMap(sentCommandsOf);

/**
 * By which operations people send each command: whoever may call one of them may send it, nobody else. The permission
 * itself is declared once, at the operation. A command that is missing here is not for people.
 */
export const commandSenders: ReadonlyMap<string, readonly CommandSender[]> = new Map(
  [...Map.groupBy(declared, ([{ name }]) => name)].map(([name, senders]) => [name, senders.flatMap(([, by]) => by)]),
);

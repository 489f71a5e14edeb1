import type { CommandsArea } from '../kernel/area.ts';
import { tellOfScores } from './score-change.policy.ts';

/** What the area brings to the commands. */
export const changeFeedArea: CommandsArea = { routes: [], policies: [tellOfScores] };

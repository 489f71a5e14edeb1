import { appendEvents } from './append.ts';
import { readAllEvents } from './read-all.ts';
import { readHistory } from './read-history.ts';
import { readStreams } from './read-streams.ts';
import { sendRequests } from './requests.ts';
import { saveByCommand } from './save-command.ts';
import { saveByRequest } from './save-request.ts';
import { runStatements } from './statements.ts';
import { takeSeats } from './take-seats.ts';

/**
 * Every load that the driver can make: each takes its options, as JSON can carry them, and answers the work of one
 * worker.
 */
export const allLoads = {
  appendEvents,
  readAllEvents,
  readHistory,
  readStreams,
  runStatements,
  saveByCommand,
  saveByRequest,
  sendRequests,
  takeSeats,
};

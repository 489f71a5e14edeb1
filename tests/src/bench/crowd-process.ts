/**
 * Keeps many sockets open, as pages of people who are signed in do. Told which over IPC; says when all are subscribed.
 */
import { openSocket, type SocketOrder } from './screens.ts';

const openedTogether = 50;

process.once('message', (orders: SocketOrder[]) => {
  const open = async (): Promise<void> => {
    for (let first = 0; first < orders.length; first += openedTogether)
      await Promise.all(orders.slice(first, first + openedTogether).map(openSocket));
    process.send?.('open');
  };
  open().catch((error: Error) => {
    throw error;
  });
});
process.on('disconnect', () => process.exit());

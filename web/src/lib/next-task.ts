/**
 * Resolves in a task of its own, as soon as the browser has had its turn: what somebody waits for is not kept back by
 * what is only begun.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

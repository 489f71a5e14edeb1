/** Log lines of the node, for people: time, level, text. */
export interface NodeLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

export const silentLog: NodeLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Writes lines to standard output, errors to standard error. */
export const consoleLog: NodeLog = {
  info: (text) => write(process.stdout, '信息', text),
  warn: (text) => write(process.stdout, '警告', text),
  error: (text) => write(process.stderr, '错误', text),
};

function write(stream: NodeJS.WriteStream, level: string, text: string): void {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  stream.write(`${local.toISOString().slice(0, 23).replace('T', ' ')} ${level} ${text}\n`);
}

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of standard input; on a terminal it is asked for twice and not shown. Throws when the two differ. */
export async function readPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const atTerminal = process.stdin.isTTY;
  const lines = createInterface({ input: process.stdin, output: silent, terminal: atTerminal });
  lines.on('SIGINT', () => process.exit(130));
  const reader = lines[Symbol.asyncIterator]();
  const next = async (question: string): Promise<string> => {
    if (atTerminal) process.stderr.write(question);
    const { value } = (await reader.next()) as { value?: string };
    if (atTerminal) process.stderr.write('\n');
    return value ?? '';
  };
  try {
    const first = await next('admin 的新密码（输入时不显示）：');
    if (atTerminal && (await next('再输入一次：')) !== first) throw new Error('两次输入的密码不一致');
    return first;
  } finally {
    lines.close();
  }
}

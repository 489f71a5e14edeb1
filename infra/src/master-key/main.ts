/**
 * `npm run rotate-master-key`: wraps the keys of all persons with the first secret of PERSON_KEY (`new,old`), on the
 * machine where the product runs, or with DATABASE_URL and PERSON_KEY given. The services may run: started with both
 * secrets, they read keys of either. What is stored stays as it is.
 */
import { z } from 'zod';
import { askSupervisor } from '../data-folder/control-socket.ts';
import { commonEnv, databaseUrl, loadConfig } from '../runtime/config.ts';
import { namesMissing, pairEnv, secretsOf } from '../runtime/internal-secrets.ts';
import { rewrapKeys } from '../runtime/person-keys.ts';
import { createPool } from '../runtime/postgres.ts';

const { JWXT_DATA } = loadConfig(z.object({ JWXT_DATA: commonEnv.JWXT_DATA }));
const running = process.env.DATABASE_URL === undefined ? (await askSupervisor(JWXT_DATA))?.env : {};
const config = loadConfig(
  z.object({ DATABASE_URL: databaseUrl, ...pairEnv('PERSON_KEY') }).superRefine(namesMissing('PERSON_KEY')),
  { ...running, ...process.env },
);
const pool = createPool(config.DATABASE_URL, { name: 'rotate-master-key' });
try {
  const count = await rewrapKeys(pool, secretsOf('PERSON_KEY', config));
  process.stdout.write(
    `已用新的主密钥重新包裹 ${count} 个个人密钥。现在可以把 PERSON_KEY 改为只有新密钥，并重新启动\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}

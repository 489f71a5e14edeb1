import { createTransport } from 'nodemailer';

declare module '../kernel/services.ts' {
  interface Services {
    readonly mail: MailServer;
  }
}

/** Where messages are handed in, and from whom they are. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url?: string | undefined;
  /** `教务处 <jw@example.edu.cn>`. */
  readonly from?: string | undefined;
}

/** A message to one person. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How handing in ended. `reason`: what the server said, in one line. */
type HandedIn = { readonly ok: true } | { readonly ok: false; readonly reached: boolean; readonly reason: string };

/** The school's mail server. */
export interface MailServer {
  /** Settings that are missing; nothing can be sent before. */
  readonly missing: readonly string[];
  handIn(message: Message): Promise<HandedIn>;
  close(): void;
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Hands messages in at a mail server, over TLS unless it is on this machine. */
export function createMailServer({ url, from }: MailSettings): MailServer {
  const missing = [...(url === undefined ? ['SMTP_URL'] : []), ...(from === undefined ? ['MAIL_FROM'] : [])];
  if (url === undefined || from === undefined)
    return { missing, handIn: () => Promise.reject(new Error('no mail server')), close: () => undefined };
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      // A password does not go over a wire in the clear.
      requireTLS: !isLoopback(new URL(url).hostname),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    missing,
    async handIn(message) {
      try {
        await transport.sendMail(message);
        return { ok: true };
      } catch (error) {
        return { ok: false, ...whyNot(error) };
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** A server that answered has refused this message; all else is about the server and the way to it. */
function whyNot(error: unknown): { reached: boolean; reason: string } {
  const { code, response, message } = error as { code?: string; response?: string; message?: string };
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { reached: aboutMessage, reason: (response ?? message ?? '').replace(/\s+/g, ' ').slice(0, 120) };
}

import type { Handler } from './handler.ts';
import type { FileAccess } from './services.ts';

/** What an area brings to the gateway, listed in its `<area>.area.ts`. */
export interface GatewayArea {
  /** What carries out each of the operations that the area declares in the contracts, its resources aside. */
  readonly handlers: readonly Handler[];
  /** Who may see and change the attachments of its business objects. */
  readonly fileAccess?: readonly FileAccess[];
}

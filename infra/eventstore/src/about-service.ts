/** What the node tells about itself: supported methods, and its one member to those who ask for a cluster. */
import type { Handler } from './grpc-call.ts';
import { message } from './wire.ts';

/** The version of the real server whose behaviour the node follows. */
export const SERVER_VERSION = '24.10.14';

const STREAMS = 'event_store.client.streams.streams';
const METHODS: readonly { name: string; service: string; features: readonly string[] }[] = [
  { name: 'read', service: STREAMS, features: ['position', 'events'] },
  { name: 'append', service: STREAMS, features: [] },
  { name: 'batchappend', service: STREAMS, features: ['deadline_duration'] },
  { name: 'delete', service: STREAMS, features: [] },
  { name: 'tombstone', service: STREAMS, features: [] },
  { name: 'read', service: 'event_store.client.gossip.gossip', features: [] },
  { name: 'getsupportedmethods', service: 'event_store.client.server_features.serverfeatures', features: [] },
];

const LEADER = 8;

/** The address under which clients reach the node, and its identity. */
export interface Member {
  instanceId: string;
  host: string;
  port: number;
}

/** `ServerFeatures/GetSupportedMethods`. */
export function featuresService(version: string = SERVER_VERSION): Handler {
  return (call) => {
    call.onHalfClose = () => {
      call.send(
        message((writer) => {
          for (const { name, service, features } of METHODS) {
            const method = message((entry) => {
              entry.stringField(1, name);
              entry.stringField(2, service);
              for (const feature of features) entry.stringField(3, feature);
            });
            writer.bytesField(1, method);
          }
          writer.stringField(2, version);
        }),
      );
      call.end();
    };
  };
}

/** `Gossip/Read`: a cluster of one, which leads. */
export function gossipService(member: Member): Handler {
  return (call) => {
    call.onHalfClose = () => {
      const { instanceId, host, port } = member;
      const id = message((writer) => writer.stringField(2, instanceId));
      const endPoint = message((writer) => {
        writer.stringField(1, host);
        writer.varintField(2, port);
      });
      const info = message((writer) => {
        writer.bytesField(1, id);
        writer.varintField(2, BigInt(Date.now()) * 10_000n);
        writer.varintField(3, LEADER);
        writer.varintField(4, 1);
        writer.bytesField(5, endPoint);
      });
      call.send(message((writer) => writer.bytesField(1, info)));
      call.end();
    };
  };
}

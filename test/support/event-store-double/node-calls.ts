/** A client's calls to the node itself: its methods, and the members of the cluster. */
import gossip, { type ClusterInfo, type MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { type Endpoint, toServiceError } from './errors.ts';
import { type CallKind, failureOf, type FaultBoard } from './faults.ts';

export type Member = Endpoint & { readonly state: 'leader' | 'follower' | 'unknown'; readonly alive?: boolean };

export const SERVER_VERSION = '23.10.6';

const STREAMS = 'event_store.client.streams.streams';

const supported = (batch: boolean): SupportedMethods => {
  const methods = ['append', 'read', ...(batch ? ['batchappend'] : [])];
  return new features.SupportedMethods()
    .setEventStoreServerVersion(SERVER_VERSION)
    .setMethodsList(methods.map((name) => new features.SupportedMethod().setMethodName(name).setServiceName(STREAMS)));
};

const memberInfo = ({ host, port, state, alive = true }: Member, index: number): MemberInfo => {
  const { VNodeState } = gossip.MemberInfo;
  const states = { leader: VNodeState.LEADER, follower: VNodeState.FOLLOWER, unknown: VNodeState.UNKNOWN };
  return new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`))
    .setTimeStamp(String(Date.now() * 10_000))
    .setState(states[state])
    .setIsAlive(alive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
};

const clusterInfo = (members: readonly Member[]): ClusterInfo =>
  new gossip.ClusterInfo().setMembersList(members.map(memberInfo));

export type NodeDeps = {
  readonly faults: FaultBoard;
  readonly members: () => readonly Member[];
  /** Whether BatchAppend is advertised. */
  readonly batch: boolean;
};

type Unary<R> = (call: ServerUnaryCall<Empty, R>, callback: sendUnaryData<R>) => void;

const unary =
  <R>(faults: FaultBoard, on: CallKind, answer: () => R): Unary<R> =>
  (_call, callback) => {
    const perform = async (): Promise<void> => {
      const fault = faults.take(on, '');
      if (fault?.kind === 'slow') await fault.gate();
      else if (fault !== undefined) {
        const failure = failureOf(fault);
        if (failure !== undefined) callback(toServiceError(failure));
        return;
      }
      callback(null, answer());
    };
    perform().catch((error: unknown) => callback(toServiceError({ kind: 'unknown', message: String(error) })));
  };

export const createNodeCalls = ({ faults, members, batch }: NodeDeps) => ({
  getSupportedMethods: unary<SupportedMethods>(faults, 'features', () => supported(batch)),
  gossip: unary<ClusterInfo>(faults, 'gossip', () => clusterInfo(members())),
});

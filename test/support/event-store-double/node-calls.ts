/** A client's calls to the node itself: its methods, and the members of its cluster, of which it is the leader. */
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';

const STREAMS = 'event_store.client.streams.streams';

const supported = (): SupportedMethods =>
  new features.SupportedMethods()
    .setEventStoreServerVersion('23.10.6')
    .setMethodsList(
      ['append', 'read', 'batchappend'].map((name) =>
        new features.SupportedMethod().setMethodName(name).setServiceName(STREAMS),
      ),
    );

const clusterOf = (port: number): ClusterInfo =>
  new gossip.ClusterInfo().setMembersList([
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000000'))
      .setTimeStamp(String(Date.now() * 10_000))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  ]);

type Unary<R> = (call: ServerUnaryCall<Empty, R>, callback: sendUnaryData<R>) => void;

type NodeCalls = { readonly getSupportedMethods: Unary<SupportedMethods>; readonly gossip: Unary<ClusterInfo> };

/** `port`: its own, at the time of a call. */
export const createNodeCalls = (port: () => number): NodeCalls => ({
  getSupportedMethods: (_call, callback) => callback(null, supported()),
  gossip: (_call, callback) => callback(null, clusterOf(port())),
});

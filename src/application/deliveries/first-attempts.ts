/** The attempts within a request: of each destination to which no earlier delivery is under way. */
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import type { LaneMember, LaneWork, OpenWorkDocument } from '../../../projections/open-work/document.ts';
import { laneWorkId } from '../../../projections/open-work/lane.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { changesSince, documentIn } from '../reading/changes.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Delivery, DeliveryAttempts, DeliveryContent } from './create-delivery-attempts.ts';

export type FirstAttemptsDeps = Pick<ReadSide, 'readModels' | 'feed' | 'codec' | 'parsed' | 'turns'>;

type Turn = 'its_turn' | 'later' | 'too_many';

/**
 * `asked`: where the log has the request. The read model is asked as of there: it knows all earlier requests by then,
 * and an outcome that it lacks can only hold a delivery for longer. A delivery that has no turn here is open work.
 */
export const createFirstAttempts =
  (side: FirstAttemptsDeps, attempts: DeliveryAttempts) =>
  async (delivery: Delivery, asked: Position, context: CommandContext, known?: DeliveryContent): Promise<void> => {
    const { destinations } = await attempts.stateOf(delivery);
    const turns = await Promise.all(
      destinations.map(async ({ open, round, lane }, index): Promise<Turn> => {
        if (!open || round > 0) return 'later';
        return lane === undefined ? 'its_turn' : turnOf(side, delivery, { lane, index }, asked);
      }),
    );
    const of = (wanted: Turn): readonly number[] => turns.flatMap((turn, index) => (turn === wanted ? [index] : []));
    for (const index of of('too_many')) await attempts.refuse(delivery, index, context);
    await attempts.attempt(delivery, of('its_turn'), context, known);
  };

const turnOf = async (
  side: FirstAttemptsDeps,
  { workspaceId, id: deliveryId }: Delivery,
  { lane, index }: { readonly lane: string; readonly index: number },
  position: Position,
): Promise<Turn> => {
  const id = laneWorkId(workspaceId, lane);
  const wanted = { owner: workspaceId, position, id };
  const changes = await changesSince<OpenWorkDocument>(side, openWorkProjection, wanted);
  if (changes === undefined) return 'later';
  const found = await documentIn(side, changes, wanted);
  const { members } = (found?.body as LaneWork | undefined) ?? { members: [] };
  const isIt = (one: LaneMember): boolean => one.deliveryId === deliveryId && one.index === index;
  const place = members.findIndex(isIt);
  if (place >= limits.deliveriesOpenPerDestinationMax) return 'too_many';
  return members[place]?.isHeld === false ? 'its_turn' : 'later';
};

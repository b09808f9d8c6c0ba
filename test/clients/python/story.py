"""The README's first five minutes with nothing but a client that openapi-python-client made.

What is printed is what the page has. `python.test.ts` runs it beside the generated package `client`.
"""

import sys

import httpx

from client import AuthenticatedClient
from client import models
from client.api.credits_ import get_credit_summary, list_ledger_entries
from client.api.jobs import poll_job
from client.api.photo_sequences import get_photo_sequence, repair_photo_sequence, review_photo_sequence
from client.api.projects import create_project
from client.api.storyboard_images import generate_plan, generate_storyboard_images, plan_storyboard_images

base_url, token = sys.argv[1:3]
api = AuthenticatedClient(base_url=base_url, token=token, timeout=httpx.Timeout(60))


def got(expected, answer):
    """The body of a success; a refusal ends the story."""
    if not isinstance(answer, expected):
        raise SystemExit(f"expected {expected.__name__}, got {answer}")
    return answer


def balances():
    return got(models.CreditSummary, get_credit_summary.sync(client=api)).credits_


print(balances().available)

frames = [
    "EXT. HARBOUR - DAY. Wide shot of a fishing boat at the quay.",
    "INT. KITCHEN - MORNING. Medium shot of Ada at the table, reading a letter.",
    "EXT. STREET - DAY. Close up of Ada in the rain.",
]
storyboard = models.Storyboard(
    continuity_mode=models.ContinuityMode.INDEPENDENT,
    style_notes="Ink and wash, crisp detail.",
    frames=[models.StoryboardFrame(prompt=prompt) for prompt in frames],
)
created = create_project.sync(client=api, body=models.ProjectRequest(name="The letter", storyboard=storyboard))
project_id = got(models.ProjectAnswer, created).project.id

planned = got(models.WorkPlan, plan_storyboard_images.sync(project_id, client=api))
print(f"{len(planned.requirements)} frames, at most {planned.plan.credit_ceiling} credits")


def generate():
    body = models.StoryboardImageGenerateRequest(
        expected_execution_manifest_artifact_hash=planned.execution_manifest_artifact.artifact_hash
    )
    return generate_storyboard_images.sync_detailed(project_id, client=api, body=body, idempotency_key="letter-1")


accepted = got(models.StoryboardImageGenerateAccepted, generate().parsed)
print(f"{accepted.job.status}, {accepted.job.required_credits} credits held")
again = generate()
print(f"Idempotent-Replayed: {again.headers['idempotent-replayed']}")
print("the same job" if again.parsed.job.id == accepted.job.id else "another job")


def poll(job_id):
    return got(models.JobPoll, poll_job.sync(project_id, job_id, client=api, prefer="wait=30"))


done = poll(accepted.job.id)
print(f"{done.job.status}, {done.job.progress.done} of {done.job.progress.total}")
print(f"{done.job.charged_credits} credits charged, {done.job.held_credits} held")
print(done.requirements[0].attempts[-1].evidence.verdict)


def read_sequence():
    return got(models.PhotoSequence, get_photo_sequence.sync(project_id, planned.plan_id, client=api))


sequence = read_sequence()
print(sequence.lifecycle)
picture = httpx.get(httpx.URL(base_url).join(sequence.frames[0].asset.url))
print(picture.status_code, picture.headers["content-type"])


def review(*decisions):
    body = models.PhotoSequenceReviewRequest(decisions=list(decisions))
    return got(
        models.PhotoSequenceReviewed, review_photo_sequence.sync(project_id, planned.plan_id, client=api, body=body)
    )


ACCEPT, REPAIR = models.FrameDecision.ACCEPT, models.FrameDecision.REPAIR
reviewed = review(
    models.ReviewDecision(frame_index=0, decision=ACCEPT, note="as written"),
    models.ReviewDecision(frame_index=1, decision=ACCEPT, note="as written"),
    models.ReviewDecision(frame_index=2, decision=REPAIR, note="too grim", repair_prompt_additions=["Ada smiles"]),
)
print(f"{reviewed.lifecycle}, {len(reviewed.decisions)} decisions")

repair = got(
    models.PhotoSequenceRepairAccepted,
    repair_photo_sequence.sync(
        project_id,
        planned.plan_id,
        client=api,
        body=models.PhotoSequenceRepairRequest(),
        idempotency_key="letter-2",
    ),
)
repaired = poll(repair.job.id)
print(f"{repaired.job.status}, {len(repaired.requirements)} frame, {repaired.job.charged_credits} credit")

print(review(models.ReviewDecision(frame_index=2, decision=ACCEPT, note="better")).lifecycle)
print(f"certificate of {len(read_sequence().certificate.frames)} frames")

print(f"{balances().available} of {balances().total} available")
for entry in got(models.LedgerPage, list_ledger_entries.sync(client=api)).entries:
    print(f"{entry.kind} {entry.amounts.bonus} held {entry.amounts.held}")

# The plan alone stands for what was generated: the paid call starts nothing anew.
confirmed = models.PlanGenerateRequest(confirm=True)
got(
    models.StoryboardImageGenerateAlreadySatisfied,
    generate_plan.sync(planned.plan_id, client=api, body=confirmed, idempotency_key="letter-3"),
)

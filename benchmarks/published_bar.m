% published_bar(intervals, steps): the damped bar of Hansen's mini-project with the bracket of its update closed in the right
% place, stepped node by node in the interpreter, as it was. Prints the seconds that the loop took.
function published_bar(intervals, steps)
  k = 1 / 44100;
  kappa = 1;
  damping = 4;
  h = sqrt(2 * kappa * k);
  mu2 = (kappa * k / h^2)^2;
  now = 1e-6 * sin(7.3 * (0:intervals)'.^2);
  before = now;
  next = zeros(intervals + 1, 1);
  heard = zeros(steps, 1);
  middle = floor(intervals / 2);
  tic;
  for n = 1:steps
    for l = 3:intervals-2
      bend = now(l+2) - 4 * now(l+1) + 6 * now(l) - 4 * now(l-1) + now(l-2);
      next(l) = (2 * now(l) - (1 - damping * k) * before(l) - mu2 * bend) / (1 + damping * k);
    end
    heard(n) = now(middle);
    before = now;
    now = next;
  end
  printf("%.9f\n", toc);
end

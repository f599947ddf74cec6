#pragma once
#include <cstdint>
#include <vector>

#include "grain/cell_grid.h"
#include "grain/event_driven.h"
#include "grain/event_queue.h"
#include "grain/flying_ball.h"
#include "grain/impact.h"
#include "grain/pair_kernel.h"
#include "grain/parabola.h"
#include "grain/wall_field.h"

namespace resound {

// Whom a ball meets, as far as it could foresee: void if the other has had a collision since.
struct GrainMeeting {
  double time = kNever;       // [s]
  int partner = -1;           // -1: nobody known; time to look again
  std::uint32_t changes = 0;  // of the partner when this was foreseen
};

// What comes next for one ball. Times are infinite where nothing comes.
struct Plan {
  static constexpr std::int16_t kLookAgain = -1, kNoWall = -2;

  GrainMeeting first, second;   // no third comes before the second
  double own_time = kNever;     // [s]  a touch of a wall, time to look at walls again, or the side of its cell
  std::int16_t wall = kNoWall;  // which of these: a wall, or one of the above
  std::int8_t side = 0;         // 2 * axis, + 1 if upward: where it leaves its cell
  bool is_far_sighted = false;  // the meetings are foreseen even beyond the cell
  double time() const { return std::min(first.time, own_time); }
  void add(const GrainMeeting& meeting) {
    if (meeting.time < first.time) {
      second = first;
      first = meeting;
    } else if (meeting.time < second.time) {
      second = meeting;
    }
  }
};

// What only its own events need. One line of cache.
struct alignas(64) BallBody {
  Plan plan;
  int kind = 0;
  int name = 0;           // its number in the world outside
  double last = -kNever;  // [s]  its last collision
};
static_assert(sizeof(BallBody) == 64);

// Where a ball has been hopping, since when, and how often it met what does not give way.
struct Calm {
  Vec3 place;          // [m]
  double since = 0;    // [s]
  double counted = 0;  // [s]  since when `hits` are counted
  std::int64_t hits = 0;
};

// The solver itself. Balls are numbered along a curve that fills space, so that neighbours are near in memory;
// their names are their numbers in the world outside.
class EventDrivenGrains::Model {
 public:
  Model(const GrainSystem& system, const EventDrivenSettings& settings);

  void advance(double until, const CollisionSink& sink);
  void move_wall(int wall, const WallMotion& motion);
  void archive(StateArchive& state);
  double energy() const;  // [J]  at time_

  int size() const { return static_cast<int>(balls_.size()); }
  int name(int ball) const { return bodies_[ball].name; }
  FlyingBall at_time(int ball, double time) const {
    FlyingBall b = balls_[ball];
    fly(b, time);
    return b;
  }
  Vec3 spin(int ball) const { return spins_[ball]; }

  double time_ = 0;             // [s]
  double energy_supplied_ = 0;  // [J]
  int asleep_ = 0;              // balls
  std::int64_t collisions_ = 0;

 private:
  // event_driven_start.cpp
  void set_speeds(const GrainSystem& system, const EventDrivenSettings& settings);
  void place(const GrainSystem& system);
  void set_rules(const GrainSystem& system);
  void note_wall(int wall);  // in nearby_walls_
  void mark_cells();         // with their sets of walls

  // event_driven.cpp: what happens
  void fetch_ahead();
  void pair_event(int ball, const CollisionSink& sink);
  void wall_event(int ball, const CollisionSink& sink);
  void cross_event(int ball);
  void meet(int first, int second, const CollisionSink& sink);
  ImpactSpeeds speeds(const ImpactRule& rule, double speed, double last) const;
  void fly(FlyingBall& ball, double until) const {
    if (ball.is_asleep()) return;
    const double dt = until - ball.time;
    ball.position += dt * (ball.velocity + 0.5 * dt * gravity_);
    ball.velocity += dt * gravity_;
    ball.time = until;
  }
  void bring(int ball) { fly(balls_[ball], now_); }  // to the present

  // event_prediction.cpp: what will happen
  void predict(int ball);
  void predict_from(int ball, const FlyingBall& now);
  void plan_crossing(Plan& plan, int ball, const FlyingBall& now) const;
  void plan_walls(Plan& plan, int ball, const FlyingBall& now) const;
  void plan_pairs(Plan& plan, int ball, const FlyingBall& now);
  [[gnu::noinline]] void plan_pairs_among_sleepers(Plan& plan, int ball, const FlyingBall& now);
  void plan_new_pairs(Plan& plan, int ball, const FlyingBall& now, int axis, bool upward);
  GrainMeeting meeting(double after, int partner) const {  // never with nobody, -1
    return {now_ + after, partner, changes_[std::max(partner, 0)]};
  }
  bool is_void(const GrainMeeting& m) const { return m.partner < 0 || changes_[m.partner] != m.changes; }
  double sleeper_time(const FlyingBall& now, const FlyingBall& sleeper, double limit) const;
  void schedule(int ball) { queue_.set(ball, bodies_[ball].plan.time()); }

  // event_rest.cpp: who lies still
  bool has_come_to_rest(int ball, double speed, bool on_rigid);
  bool is_wedged(Calm& calm) const;  // told of every hit on what does not give way
  bool is_supported(int ball);
  void fall_asleep(int ball);
  void wake(int ball);  // and all that rests on it; they are then in woken_, without plans
  void predict_woken();
  bool touch(const FlyingBall& a, const FlyingBall& b) const;

  double now_ = 0;                                                     // [s]  of the last event
  EventQueue::Outlook grains_ahead_, cells_ahead_, neighbours_ahead_;  // what is being fetched
  Vec3 gravity_;                                                       // [m/s^2]
  double period_ = 0;                                                  // [m]
  MeetingSpace space_;                                                 // both of them
  MeetingSearch search_ = nullptr;
  double largest_radius_ = 0;                          // [m]
  double slow_ = 0, floor_ = 0, wake_ = 0, told_ = 0;  // [m/s]
  double contact_time_ = 0, calm_time_ = 0;            // [s]
  bool sleeps_ = false;

  LargePageVector<FlyingBall> balls_;
  LargePageVector<BallBody> bodies_;
  std::vector<Vec3> spins_;             // [rad/s]
  std::vector<std::uint32_t> changes_;  // of their flights: what others planned before the last one is void
  std::vector<Calm> calm_;
  CellGrid grid_;
  EventQueue queue_;
  std::vector<WallField> walls_;
  std::vector<std::uint64_t> nearby_walls_;  // by cells: one bit for each wall that a ball in it could touch
  std::vector<std::uint64_t> wall_sets_;     // the different ones among them, by the marks of cells
  std::vector<ImpactRule> pair_rules_;       // kind by kind
  std::vector<ImpactRule> wall_rules_;       // wall by kind
  int kinds_ = 0;
  std::vector<double> inverse_masses_;  // [1/kg]  by kinds
  std::vector<int> woken_;
  std::vector<int> sleepers_;  // that one ball may meet
};

}  // namespace resound
